"""Engines by name; tests/test_plugins.py tests engines of other packages."""

from __future__ import annotations

import pytest

from headwater.errors import NotFoundError
from headwater.services import SERVICES


def test_an_unknown_engine_is_an_error() -> None:
    with pytest.raises(NotFoundError, match="oracle9: no such service; there are postgres, clickhouse, kafka, redis"):
        SERVICES["oracle9"]
