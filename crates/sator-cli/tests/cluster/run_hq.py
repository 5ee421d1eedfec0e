"""Runs all cubes of a split through HyperQueue's Python API: run_hq.py SATOR DIR CUBES."""

import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

program, folder, cubes = sys.argv[1], sys.argv[2], int(sys.argv[3])
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    client = cluster.client()
    job = Job(max_fails=None)
    for cube in range(cubes):
        arguments = ["work", folder, "--cube", str(cube), "--threads", "1", "--quiet"]
        job.program([program, *arguments])
    client.wait_for_jobs([client.submit(job)], raise_on_error=True)
