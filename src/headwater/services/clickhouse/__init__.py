"""Implements ClickHouse: its server, client and state, and how its addresses appear in code."""

from headwater.services.clickhouse._accounts import ADMIN
from headwater.services.clickhouse.service import ClickHouse

__all__ = ["ADMIN", "ClickHouse"]
