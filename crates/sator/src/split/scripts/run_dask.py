#!/usr/bin/env python3
"""Runs @CUBES@ cubes (@TITLE@) on Dask:

    python DIR/run_dask.py [SCHEDULER]

Without the address of a scheduler (or $DASK_SCHEDULER_ADDRESS) it starts a cluster of its own on
this machine. Run it again for what is missing; then: sator merge DIR
"""

import os
import subprocess
import sys

from dask.distributed import Client, as_completed

CUBES = @CUBES@
FOLDER = os.path.dirname(os.path.abspath(__file__))
SATOR = os.environ.get("SATOR", "sator")


def work(program, folder, cube):
    """Answers one cube; returns it with the exit status and the messages."""
    command = [program, "work", folder, "--cube", str(cube), "--threads", "1", "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    return cube, run.returncode, run.stderr


def connect(address):
    """A client of a running scheduler, or of a new cluster of one process per processor."""
    if address:
        return Client(address)
    return Client(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DASK_SCHEDULER_ADDRESS")
    names = set(os.listdir(os.path.join(FOLDER, "results")))
    missing = [cube for cube in range(CUBES) if f"{cube}.json" not in names]
    failed = 0
    with connect(address) as client:
        futures = [client.submit(work, SATOR, FOLDER, cube, pure=False) for cube in missing]
        for future in as_completed(futures):
            cube, status, messages = future.result()
            if status:
                failed += 1
                print(f"cube {cube}: exit status {status}\n{messages}", file=sys.stderr)
    return 3 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
