"""Runs real engines behind one small protocol: start, readiness, stop, a client, and connection variables."""

from headwater.errors import QueryError
from headwater.services._base import DATA, ENGINE, RUN, Launch, Placement, Service
from headwater.services._literals import Literals
from headwater.services._queries import QueryLimits, Row
from headwater.services._references import ServiceReference, references, resolve
from headwater.services._registry import SERVICES, engine_code
from headwater.services._requests import RequestCount
from headwater.services._stack import ServiceDiedError, Stack, create_data, mount_data
from headwater.services._state import EngineState, Stored, Window
from headwater.services.clickhouse.client import ClickHouseClient
from headwater.services.kafka.client import KafkaClient, Message
from headwater.services.postgres.client import PostgresClient
from headwater.services.redis.client import RedisClient

__all__ = [
    "DATA",
    "ENGINE",
    "RUN",
    "SERVICES",
    "ClickHouseClient",
    "EngineState",
    "KafkaClient",
    "Launch",
    "Literals",
    "Message",
    "Placement",
    "PostgresClient",
    "QueryError",
    "QueryLimits",
    "RedisClient",
    "RequestCount",
    "Row",
    "Service",
    "ServiceDiedError",
    "ServiceReference",
    "Stack",
    "Stored",
    "Window",
    "create_data",
    "engine_code",
    "mount_data",
    "references",
    "resolve",
]
