"""The co-occurrence graph of 640,000 datasets and 5 million links, and its communities, in 20 s and 2 GiB.

The generated notebooks have the habits of real ones: most use one or two datasets, few use many, nearly all datasets of
a notebook belong to one field, and a quarter of the notebooks are forks. The baseline counts pairs with Python's
``Counter``, without forks, and partitions them with networkx's Louvain, on a sample, because the whole graph would take
hours; the ratio is of seconds per link. Each run has its own process, so that its peak memory is its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pyarrow as pa
from _scratch import scratch, show

from headwater.suites.discovery.graph import Links, find_communities

DATASETS, LINKS, FIELDS = 640_000, 5_000_000, 20_000
REPEATED = 1.18
"""Datasets are drawn this many times as often, because a notebook can draw one twice."""
SAMPLE = 20
"""The share of the links that the baseline gets."""
REPEATS = 3
SECONDS, GIB = 20.0, 2.0
PEER = ("networkx==3.6.1",)


def random_links(links: int, datasets: int) -> Links:
    """Generate links notebook by notebook: datasets of its field, popular ones more often."""
    rng = np.random.default_rng(0)
    sizes = np.minimum(rng.zipf(2.2, links), 40)
    sizes = sizes[: int(np.searchsorted(np.cumsum(sizes), links * REPEATED))]
    fields = max(datasets * FIELDS // DATASETS, 1)
    field = np.repeat(rng.integers(0, fields, len(sizes)), sizes)
    notebook = np.repeat(np.arange(len(sizes)), sizes)
    width = datasets // fields
    inside = field * width + (width * rng.random(len(field)) ** 2).astype(np.int64)
    anywhere = (datasets * rng.random(len(field)) ** 3).astype(np.int64)
    dataset = np.where(rng.random(len(field)) < 0.03, anywhere, inside)
    pairs = np.unique(notebook.astype(np.int64) * datasets + dataset)
    family = np.arange(len(sizes))
    forks = rng.random(len(sizes)) < 0.25
    family[forks] = (family[forks] * rng.random(int(forks.sum()))).astype(np.int64)
    return Links(
        notebook=(pairs // datasets).astype(np.int32),
        dataset=(pairs % datasets).astype(np.int32),
        used=np.ones(len(pairs), np.int32),
        family=family,
        names=pa.array(np.arange(datasets)).cast(pa.string()),
        files=None,
        sizes=pa.nulls(datasets, pa.int64()),
        kinds=pa.nulls(datasets, pa.string()),
    )


def plain(links: Links) -> tuple[int, int]:
    """Count pairs and partition them as a short script would."""
    import networkx as nx

    used: dict[int, list[int]] = {}
    for notebook, dataset in zip(links.notebook.tolist(), links.dataset.tolist(), strict=True):
        used.setdefault(notebook, []).append(dataset)
    weights = Counter(pair for datasets in used.values() for pair in combinations(datasets, 2))
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    return len(weights), len(nx.community.louvain_communities(graph, seed=0))


def child(implementation: str) -> None:
    part = 1 if implementation == "ours" else SAMPLE
    links = random_links(LINKS // part, DATASETS // part)
    started, processor = time.perf_counter(), time.process_time()
    if implementation == "plain":
        pairs, communities = plain(links)
    else:
        found = find_communities(links)
        pairs, communities = found.pairs, found.connected
    seconds, processor = time.perf_counter() - started, time.process_time() - processor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
    print(seconds, processor, peak, len(links.notebook), pairs, communities)


def measure(implementation: str, path: str = "") -> list[float]:
    """Return the time, the processor time, the peak of memory in GiB, and the numbers of links, pairs and communities.

    The peak includes the memory for generating the links.
    """
    command, environment = [sys.executable, __file__, implementation], os.environ | {"PYTHONPATH": path}
    completed = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [float(each) for each in completed.stdout.split()]


def main() -> None:
    with scratch() as folder:
        uv = Path(sys.executable).with_name("uv")
        subprocess.run([uv, "pip", "install", "-q", "--target", folder, *PEER], check=True)
        baseline = measure("plain", str(folder))
    sample = measure("sample")
    measurements = [measure("ours") for _ in range(REPEATS)]
    _, _, _, links, pairs, communities = measurements[0]
    print(
        f"{DATASETS:,} datasets, {links:,.0f} links, {pairs:,.0f} pairs, {communities:,.0f} communities of two or more"
    )
    show("by the clock", [each[0] for each in measurements], claim=SECONDS)
    processor = show("of processors", [each[1] for each in measurements])
    show("peak of memory", [each[2] for each in measurements], claim=GIB, unit="GiB")
    print(f"a sample of {sample[3]:,.0f} links: {sample[1]:.2f} s; Counter and networkx: {baseline[1]:.2f} s")
    print(f"Counter and networkx take {baseline[1] / sample[1]:.1f} times as long on the sample, and ", end="")
    print(f"{baseline[1] / baseline[3] / (processor / links):.1f} times as long a link as ours on the whole")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        child(sys.argv[1])
    else:
        main()
