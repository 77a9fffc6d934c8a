"""A company that builds in a minute, for tests of what dbt or a later run makes of the whole project."""

from __future__ import annotations

import pytest

from headwater.simulation import write_raw
from headwater.suites.warehouse.base import PROJECT, Base, Size, fill_base


def build_small(factory: pytest.TempPathFactory, scale: float) -> Base:
    """Build a company with the engine; it is too small for a few plausibility tests."""
    size = Size(seed=1, scale=scale)
    folder, raw = factory.mktemp("base"), factory.mktemp("raw") / "raw.duckdb"
    write_raw(raw, scale=size.scale, seed=size.seed)
    fill_base(folder, raw, PROJECT, size, lambda _text: None, must_pass=False)
    return Base(folder)


def name_of(uid: str) -> str:
    """Return the part of a test's name that dbt and the engine share; the digests after that part differ."""
    return uid.split(".")[-1 if uid.startswith("unit") else 2]
