#!/bin/sh
# Starts a server and two workers of HyperQueue and runs a command: hq.sh FOLDER COMMAND…
# FOLDER gets the state of the server. Server and workers end with the command.
set -eu
HQ_SERVER_DIR=$1
export HQ_SERVER_DIR
shift
hq server start > /dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait' EXIT
until hq server info > /dev/null 2>&1; do sleep 0.1; done
for _ in 1 2; do hq worker start --cpus 1 > /dev/null 2>&1 & done
"$@"
