#!/bin/sh
# Runs @CUBES@ cubes (@TITLE@) by HyperQueue, on a server and workers that are running:
#   DIR/run.hq.sh
# Run it again for what is missing; then: sator merge DIR
SATOR=${SATOR:-sator}
# A relative path would mean another file below.
case $SATOR in
/*) ;;
*/*) SATOR=$PWD/$SATOR ;;
esac
# With it, `cd` may go to a folder of the same name elsewhere.
unset CDPATH
cd -- "$(dirname -- "$0")" || exit 2
# Tasks do not inherit the environment of this script.
exec hq submit --name sator --array "0-@LAST@" --cpus 1 --stdout none --stderr none --wait \
    --env "SATOR=$SATOR" -- \
    sh -c '"$SATOR" work . --cube "$HQ_TASK_ID" --threads 1 --quiet'
