"""Kafka: its server, client, state, and addresses in code."""

from headwater.services.kafka.service import Kafka

__all__ = ["Kafka"]
