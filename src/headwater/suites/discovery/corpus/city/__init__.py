"""Simulate the administration of the city of Marenfeld."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.city import (
    accidents,
    air,
    bikes,
    budget,
    buildings,
    elections,
    facilities,
    homes,
    networks,
    payments,
    permits,
    population,
    registers,
    requests,
    transit,
    waste,
)

COMMUNITY = Community(
    "city",
    (
        *accidents.DATASETS,
        *air.DATASETS,
        *bikes.DATASETS,
        *budget.DATASETS,
        *buildings.DATASETS,
        *elections.DATASETS,
        *facilities.DATASETS,
        *homes.DATASETS,
        *networks.DATASETS,
        *payments.DATASETS,
        *permits.DATASETS,
        *population.DATASETS,
        *registers.DATASETS,
        *requests.DATASETS,
        *transit.DATASETS,
        *waste.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
