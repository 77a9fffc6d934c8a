"""Describes how Redis's addresses appear in code."""

from __future__ import annotations

import re

from headwater.services._literals import Literals

LITERALS = Literals(
    ports=frozenset({"6379"}),
    schemes=r"(?:redis|valkey)s?",
    drivers=re.compile(r"redis\w*|aioredis|valkey\w*|coredis"),
    programs=frozenset({"redis-cli", "valkey-cli"}),
    prefixes=r"REDIS_?|VALKEY_?",
)
