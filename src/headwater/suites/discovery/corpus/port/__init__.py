"""Simulate the port of Skarhavn."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.port import cargo, gates, orders, quays, tankers, traffic, water, yards

COMMUNITY = Community(
    "port",
    (
        *cargo.DATASETS,
        *gates.DATASETS,
        *orders.DATASETS,
        *quays.DATASETS,
        *tankers.DATASETS,
        *traffic.DATASETS,
        *water.DATASETS,
        *yards.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
