"""The additional time of a trivial trial on a Ray cluster of this machine over one in the driver's process.

Trials run one at a time. As in `bench_trivial.py`, the time of an empty job is subtracted from that of a job, and the
rest is divided by the trials, so that costs that a cluster has only once do not count. The first cluster shares the
driver's folders. The node of the second one sees none of them, so tasks and results are sent.
"""

from __future__ import annotations

import os
import secrets
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from _scratch import HEADWATER, make_task, run, scratch, show

TRIALS = 20
REPEATS = 5
CLAIM_SEC = 0.1
CLAIM_APART_SEC = 1.0
_HIDING = 'mount -t tmpfs none "$0" && exec "$@"'


def seconds(task: Path, out: Path, where: tuple[str, ...], trials: int) -> float:
    """Run a job, and return the time from the start of its process to its end."""
    started = time.perf_counter()
    run(task, "--agent", "nop", "--repeat", str(trials), "--jobs", "1", *where, "--out", out)
    return time.perf_counter() - started


@contextmanager
def node_apart(hidden: Path, home: Path) -> Iterator[str]:
    """Start a head and a node that does not see a folder and has its own caches; yield the address."""
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_worker_niceness": "0"}
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    ray = str(HEADWATER.with_name("ray"))
    port = address.rpartition(":")[2]
    common = ["start", "--block", "--disable-usage-stats", "--object-store-memory", str(100 << 20)]
    head = [
        ray,
        *common,
        "--head",
        "--port",
        port,
        "--num-cpus",
        "0",
        "--include-dashboard=false",
    ]
    node = [ray, *common, "--address", address, "--node-ip-address", "127.0.0.2", "--num-cpus", "1"]
    hidden_node = ["unshare", "--mount", "--propagation", "private", "sh", "-c", _HIDING, str(hidden), *node]
    with run_cluster_part(head, {}), run_cluster_part(hidden_node, {"HEADWATER_HOME": str(home)}):
        yield address


@contextmanager
def run_cluster_part(command: list[str], env: Mapping[str, str]) -> Iterator[None]:
    """Run a part of a cluster inside a ``with`` block."""
    process = subprocess.Popen(command, env={**os.environ, **env}, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if "Ray runtime started" in line:
            break
    else:
        sys.exit("the cluster does not start")
    try:
        yield
    finally:
        process.terminate()
        process.communicate()


def compare(task: Path, folder: Path, name: str, where: tuple[str, ...], claim: float) -> None:
    """Measure here and on a cluster in turn, and print both times, their difference and their ratio."""
    places = {"local": (), name: ("--executor", "ray", *where)}
    once: dict[str, list[float]] = {place: [] for place in places}
    each: dict[str, list[float]] = {place: [] for place in places}
    for number in range(REPEATS):
        for place, options in places.items():
            one = seconds(task, folder / f"{name}-{place}-one-{number}", options, 1)
            many = seconds(task, folder / f"{name}-{place}-many-{number}", options, TRIALS + 1)
            once[place].append(one)
            each[place].append((many - one) / TRIALS)
    for place in places:
        show(f"{place}: a job of one trial, process start to exit", once[place])
        show(f"{place}: each of {TRIALS} further trials", each[place])
    added = [cluster - local for cluster, local in zip(each[name], each["local"], strict=True)]
    show(f"a trial costs more on {name}", added, claim=claim)
    print(f"{name} / local: {statistics.median(each[name]) / statistics.median(each['local']):.2f} times")


def main() -> None:
    with scratch() as folder, scratch() as others:
        task = make_task(folder / "suite", "no-services")
        run(task, "--agent", "nop", "--out", folder / "warm-up")
        compare(task, folder, "ray", (), CLAIM_SEC)
        with node_apart(folder, others / "home") as address:
            where = ("--ray-address", address, "--ray-store", f"file://{others}/store")
            run(task, "--agent", "nop", "--executor", "ray", *where, "--out", folder / "warm-up-apart")
            compare(task, folder, "ray, apart", where, CLAIM_APART_SEC)


if __name__ == "__main__":
    main()
