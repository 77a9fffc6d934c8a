"""Simulate Norvane, a group that sells software and trades in devices."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.company import (
    billing,
    buying,
    contracts,
    depots,
    fleet,
    ledger,
    offices,
    people,
    sales,
    travel,
)

COMMUNITY = Community(
    "company",
    (
        *billing.DATASETS,
        *contracts.DATASETS,
        *people.DATASETS,
        *travel.DATASETS,
        *sales.DATASETS,
        *depots.DATASETS,
        *buying.DATASETS,
        *fleet.DATASETS,
        *ledger.DATASETS,
        *offices.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
