"""A port: Skarhavn."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.port import cargo, orders, quays, traffic, water, yards

COMMUNITY = Community(
    "port",
    (
        *cargo.DATASETS,
        *orders.DATASETS,
        *quays.DATASETS,
        *traffic.DATASETS,
        *water.DATASETS,
        *yards.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
