from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.live import Live, Running, new_services


@pytest.fixture(scope="session")
def servers() -> Iterator[Live[Running]]:
    """Empty Postgres and ClickHouse servers; each test creates schemas with unique names."""
    live: Live[Running] = Live(new_services, ["postgres", "clickhouse"])
    yield live
    live.close()


@pytest.fixture(scope="session")
def shop_servers() -> Iterator[Live[Running]]:
    """Postgres and ClickHouse servers for the shop alone, which each test creates anew."""
    live: Live[Running] = Live(new_services, ["postgres", "clickhouse"])
    yield live
    live.close()
