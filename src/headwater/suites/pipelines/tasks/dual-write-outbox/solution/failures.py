"""Report that Postgres or Kafka cannot be reached."""

import sys
from collections.abc import Callable

import psycopg
from confluent_kafka import KafkaException


def reported(program: Callable[[], int]) -> int:
    """Run a program and return its exit code; a failure of a service is one line on standard error, and 1."""
    try:
        return program()
    except psycopg.Error as error:
        failure = f"Postgres: {error}"
    except KafkaException as error:
        failure = f"Kafka: {error}"
    print(" ".join(failure.split())[:300], file=sys.stderr)
    return 1
