"""Postgres: its server, client, state, and addresses in code."""

from headwater.services.postgres.service import Postgres

__all__ = ["Postgres"]
