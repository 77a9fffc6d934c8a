"""Simulate Lindmoor University."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus.university import campus, journals, releases, research, rules, services, students

COMMUNITY = Community(
    "university",
    (
        *campus.DATASETS,
        *journals.DATASETS,
        *releases.DATASETS,
        *research.DATASETS,
        *rules.DATASETS,
        *services.DATASETS,
        *students.DATASETS,
    ),
    Path(__file__).parent / "notebooks",
)
