"""Real engines, each behind one small protocol: start, ready, stop, a client, connection variables."""

from headwater.services._base import Launch, Placement, Service
from headwater.services._clickhouse_client import ClickHouseClient
from headwater.services._kafka_client import KafkaClient, Message
from headwater.services._postgres_client import PostgresClient
from headwater.services._queries import QueryError, QueryLimits, Row
from headwater.services._stack import SERVICES, ServiceDiedError, Stack, mount_data

__all__ = [
    "SERVICES",
    "ClickHouseClient",
    "KafkaClient",
    "Launch",
    "Message",
    "Placement",
    "PostgresClient",
    "QueryError",
    "QueryLimits",
    "Row",
    "Service",
    "ServiceDiedError",
    "Stack",
    "mount_data",
]
