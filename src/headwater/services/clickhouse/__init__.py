"""ClickHouse: its server, client, state, and addresses in code."""

from headwater.services.clickhouse._accounts import ADMIN
from headwater.services.clickhouse.service import ClickHouse

__all__ = ["ADMIN", "ClickHouse"]
