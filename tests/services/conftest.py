from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live import Live, Running, services_on

from headwater.grading import Tooling
from headwater.records import ServiceName


@pytest.fixture(scope="session")
def services(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    """All services on their standard ports; each test creates tables and topics with unique names."""
    live: Live[Running] = Live(services_on, empty_services, tooling)
    yield live
    live.close()
