"""ClickHouse: server, client, state, and what its addresses look like."""

from headwater.services.clickhouse._accounts import ADMIN
from headwater.services.clickhouse.service import ClickHouse

__all__ = ["ADMIN", "ClickHouse"]
