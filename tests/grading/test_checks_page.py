"""The documentation page of the functions for checks."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from headwater.grading._http import ServerClient
from headwater.grading._workspace import Workspace
from headwater.services.clickhouse.client import ClickHouseClient
from headwater.services.kafka.client import KafkaClient
from headwater.services.postgres.client import PostgresClient
from headwater.services.redis.client import RedisClient

PAGE = Path(__file__).parents[2] / "docs/checks.md"
SECTIONS = {
    "Postgres": PostgresClient,
    "ClickHouse": ClickHouseClient,
    "Kafka": KafkaClient,
    "Redis": RedisClient,
    "The workspace": Workspace,
    "A copy, and a server": ServerClient,
}


@pytest.mark.parametrize("title", SECTIONS)
def test_every_method_of_a_client_is_on_the_page(title: str) -> None:
    section = PAGE.read_text().partition(f"## {title}\n")[2].partition("\n## ")[0]
    public = [name for name, _ in inspect.getmembers_static(SECTIONS[title]) if not name.startswith("_")]

    assert public
    missing = [name for name in public if f"`{name}" not in section and f".{name}" not in section]
    assert missing == []
