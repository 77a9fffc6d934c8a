"""Simulate Norvolt, a grid operator."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.grid import (
    business,
    directives,
    faults,
    feed_in,
    groups,
    industry,
    load,
    meters,
    networks,
    operations,
    plants,
    supply,
)

COMMUNITY = Community(
    "grid",
    (
        *business.DATASETS,
        *load.DATASETS,
        *meters.DATASETS,
        *networks.DATASETS,
        *operations.DATASETS,
        *plants.DATASETS,
        *supply.DATASETS,
        *directives.DATASETS,
        *faults.DATASETS,
        *feed_in.DATASETS,
        *groups.DATASETS,
        *industry.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
