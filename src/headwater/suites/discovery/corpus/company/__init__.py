"""A company that sells software: Norvane."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.company import billing, contracts, offices, people

COMMUNITY = Community(
    "company",
    (
        *billing.DATASETS,
        *contracts.DATASETS,
        *people.DATASETS,
        *offices.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
