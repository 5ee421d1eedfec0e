#!/bin/sh
# Runs @CUBES@ cubes (@TITLE@) by GNU parallel, on all processors or as many as $JOBS says:
#   DIR/run.parallel.sh
# Options for parallel may follow, such as --sshloginfile FILE --workdir DIR for several machines
# that share the folder. Run it again for what is missing; then: sator merge DIR
SATOR=${SATOR:-sator}
# A relative path would mean another file below.
case $SATOR in
/*) ;;
*/*) SATOR=$PWD/$SATOR ;;
esac
if ! command -v "$SATOR" >/dev/null; then
    echo "$0: there is no program '$SATOR'; set SATOR to its path" >&2
    exit 2
fi
# With it, `cd` may go to a folder of the same name elsewhere.
unset CDPATH
cd -- "$(dirname -- "$0")" || exit 2
# parallel replaces the shell, so that a signal to the script reaches it. After SIGTERM it finishes
# the cubes that are running, and starts no others.
exec parallel --will-cite --quote --jobs "${JOBS:-100%}" "$@" \
    "$SATOR" work . --cube {} --threads 1 --quiet <<CUBES
$(seq 0 @LAST@)
CUBES
