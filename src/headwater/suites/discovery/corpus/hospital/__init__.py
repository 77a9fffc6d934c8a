"""Simulate the Northmere hospitals, a group of six."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.hospital import (
    circulars,
    clinical,
    emergency,
    estates,
    pathways,
    resources,
    services,
    stays,
    waiting,
)

COMMUNITY = Community(
    "hospital",
    (
        *circulars.DATASETS,
        *clinical.DATASETS,
        *emergency.DATASETS,
        *estates.DATASETS,
        *pathways.DATASETS,
        *resources.DATASETS,
        *services.DATASETS,
        *stays.DATASETS,
        *waiting.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
