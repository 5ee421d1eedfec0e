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

CUBES = @CUBES@
FOLDER = os.path.dirname(os.path.abspath(__file__))
SATOR = os.environ.get("SATOR", "sator")


@ray.remote(num_cpus=1, max_retries=3)
def work(program, folder, cube):
    """Answers one cube; returns it with the exit status and the messages."""
    command = [program, "work", folder, "--cube", str(cube), "--threads", "1", "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    return cube, run.returncode, run.stderr


def main():
    ray.init()
    names = set(os.listdir(os.path.join(FOLDER, "results")))
    missing = [cube for cube in range(CUBES) if f"{cube}.json" not in names]
    running = [work.remote(SATOR, FOLDER, cube) for cube in missing]
    failed = 0
    while running:
        done, running = ray.wait(running)
        for cube, status, messages in ray.get(done):
            if status:
                failed += 1
                print(f"cube {cube}: exit status {status}\n{messages}", file=sys.stderr)
    return 3 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
