#!/usr/bin/env python3
"""Runs @CUBES@ cubes (@TITLE@) on Dask:

    python DIR/run_dask.py [SCHEDULER]

Without the address of a scheduler (or $DASK_SCHEDULER_ADDRESS) it starts a cluster of its own on
this machine. Run it again for what is missing; then: sator merge DIR
"""

import os
import subprocess
import sys

import dask
from dask.distributed import CancelledError, Client, as_completed

FOLDER = os.path.dirname(os.path.abspath(__file__))
SATOR = os.environ.get("SATOR", "sator")
if os.path.dirname(SATOR):
    # Workers have other working directories.
    SATOR = os.path.abspath(SATOR)


def missing():
    """The cubes without a valid result."""
    command = [SATOR, "merge", FOLDER, "--missing", "--quiet"]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        print(f"{SATOR}: {error.strerror}; set SATOR to its path", file=sys.stderr)
        sys.exit(2)
    if run.returncode not in (0, 3):
        sys.exit(run.returncode)
    for part in filter(None, run.stdout.strip().split(",")):
        first, _, last = part.partition("..")
        yield from range(int(first), int(last or first) + 1)


def work(program, folder, cube):
    """Works on one cube; returns the exit status and the messages."""
    # The list has only cubes without a result that can be used; one that is intact may still be there.
    command = [program, "work", folder, "--cube", str(cube), "--force", "--threads", "1", "--quiet"]
    try:
        run = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        return 2, f"{program}: {error.strerror}; set SATOR to its path on the workers"
    return run.returncode, run.stderr


def connect(address):
    """A client of a running scheduler, or of a new cluster of one process per processor."""
    if address:
        try:
            return Client(address)
        except OSError as error:
            print(f"no scheduler answers at {address}: {error}", file=sys.stderr)
            sys.exit(2)
    # An idle worker takes the next cube: by default one would wait behind another at a busy worker.
    dask.config.set({"distributed.scheduler.worker-saturation": 1.0})
    return Client(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)


def run(client, cubes):
    """Works on these cubes; returns how many have no result in the end."""
    futures = [client.submit(work, SATOR, FOLDER, cube, pure=False) for cube in cubes]
    cube_of = {future.key: cube for future, cube in zip(futures, cubes)}
    failed = 0
    for future in as_completed(futures):
        # Workers may be lost, and the scheduler at any time: another run takes the cube up again.
        try:
            is_finished = future.status == "finished"
            status, messages = future.result() if is_finished else (future.status, "")
        except (OSError, CancelledError) as error:
            status, messages = "lost", str(error)
        if status == 0:
            continue
        if client.status != "running":
            print("lost the scheduler: run this again for what is missing", file=sys.stderr)
            return len(cubes)
        failed += 1
        print(f"cube {cube_of[future.key]}: {status}\n{messages}", file=sys.stderr)
    return failed


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DASK_SCHEDULER_ADDRESS")
    # Before a cluster is started: the program may not be there.
    cubes = list(missing())
    if not cubes:
        return 0
    with connect(address) as client:
        return 3 if run(client, cubes) else 0


if __name__ == "__main__":
    sys.exit(main())
