"""Describes how Kafka's addresses appear in code."""

from __future__ import annotations

import re

from headwater.services._literals import Literals

LITERALS = Literals(
    ports=frozenset({"9092"}),
    schemes=r"kafka",
    drivers=re.compile(r"kafka|aiokafka|confluent_kafka"),
    programs=frozenset({"kcat", "rpk"}),
    prefixes=r"KAFKA_?|REDPANDA_?",
    has_accounts=False,
)
