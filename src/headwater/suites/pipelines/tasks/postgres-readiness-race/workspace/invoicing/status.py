"""Update this service's entry on the status page."""

import psycopg

SERVICE = "invoicing"


def report_up(connection: psycopg.Connection, version: int) -> None:
    """Record that the service is up."""
    connection.execute(
        """
        INSERT INTO ops.service_status (service, state, schema_version, since) VALUES (%s, 'up', %s, now())
        ON CONFLICT (service) DO UPDATE
        SET state = excluded.state, schema_version = excluded.schema_version, since = excluded.since
        """,
        [SERVICE, version],
    )
