"""Runs the cubes of a split on Dask, for `sator-bench`: a scheduler and two worker processes.

Questions have the folder of a split and the program; answers have the seconds of its `run_dask.py`,
from a client that is connected, and the number of cubes that failed.
"""

import importlib.util
import os
from time import perf_counter

from protocol import serve


def load():
    import dask
    from dask.distributed import Client, LocalCluster

    # As in `run_dask.py`.
    dask.config.set({"distributed.scheduler.worker-saturation": 1.0})
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    return Client(cluster)


def answer(client, question):
    os.environ["SATOR"] = question["program"]
    path = os.path.join(question["folder"], "run_dask.py")
    spec = importlib.util.spec_from_file_location("run_dask", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    started = perf_counter()
    failed = script.run(client, list(script.missing()))
    return {"seconds": perf_counter() - started, "failed": failed}


if __name__ == "__main__":
    serve("distributed", load, answer)
