#!/usr/bin/env python3
"""Runs @CUBES@ cubes (@TITLE@) on Ray:

    python DIR/run_ray.py

It uses the cluster of $RAY_ADDRESS, or else starts one on this machine. Run it again for what is
missing; then: sator merge DIR
"""

import os
import subprocess
import sys

import ray

FOLDER = os.path.dirname(os.path.abspath(__file__))
SATOR = os.environ.get("SATOR", "sator")
if os.path.dirname(SATOR):
    # Workers have other working directories.
    SATOR = os.path.abspath(SATOR)
# Waiting for few of many tasks at a time takes longer than the tasks.
TOGETHER = 100


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


@ray.remote(num_cpus=1, max_retries=3)
def work(program, folder, cube):
    """Works on one cube; returns the exit status and the messages."""
    # The list has only cubes without a result that can be used; one that is intact may still be there.
    command = [program, "work", folder, "--cube", str(cube), "--force", "--threads", "1", "--quiet"]
    try:
        run = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        return 2, f"{program}: {error.strerror}; set SATOR to its path on the workers"
    return run.returncode, run.stderr


def main():
    cubes = list(missing())
    if not cubes:
        return 0
    ray.init()
    running = {work.remote(SATOR, FOLDER, cube): cube for cube in cubes}
    failed = 0
    while running:
        number = min(TOGETHER, len(running))
        done, _ = ray.wait(list(running), num_returns=number, timeout=1)
        for task in done:
            cube = running.pop(task)
            try:
                status, messages = ray.get(task)
            except ray.exceptions.RayError as error:
                # Workers were lost again and again: another run takes the cube up again.
                status, messages = "lost", str(error)
            if status != 0:
                failed += 1
                print(f"cube {cube}: {status}\n{messages}", file=sys.stderr)
    return 3 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
