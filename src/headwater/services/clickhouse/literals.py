"""Describes how ClickHouse's addresses appear in code."""

from __future__ import annotations

import re

from headwater.services._literals import Literals

LITERALS = Literals(
    ports=frozenset({"8123", "9000"}),
    schemes=r"(?:jdbc:)?clickhouse(?:\+\w{1,20})?",
    drivers=re.compile(r"clickhouse\w*|asynch"),
    programs=frozenset({"clickhouse-client", "clickhouse"}),
    prefixes=r"CLICKHOUSE_?|CH_",
)
