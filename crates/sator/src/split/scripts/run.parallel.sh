#!/bin/sh
# Runs @CUBES@ cubes (@TITLE@) by GNU parallel, on all processors or as many as $JOBS says:
#   DIR/run.parallel.sh
# Options for parallel may follow, such as --sshloginfile FILE --workdir DIR for several machines
# that share the folder. Run it again for what is missing; then: sator merge DIR
cd "$(dirname "$0")" || exit 2
seq 0 @LAST@ |
    parallel --will-cite --quote --jobs "${JOBS:-100%}" "$@" \
        "${SATOR:-sator}" work . --cube {} --threads 1 --quiet
