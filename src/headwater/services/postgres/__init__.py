"""Postgres: server, client, state, and what its addresses look like."""

from headwater.services.postgres.service import Postgres

__all__ = ["Postgres"]
