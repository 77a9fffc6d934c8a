"""Kafka: server, client, state, and what its addresses look like."""

from headwater.services.kafka.service import Kafka

__all__ = ["Kafka"]
