"""Implements Kafka: its server, client and state, and how its addresses appear in code."""

from headwater.services.kafka.service import Kafka

__all__ = ["Kafka"]
