"""Implements Postgres: its server, client and state, and how its addresses appear in code."""

from headwater.services.postgres.service import Postgres

__all__ = ["Postgres"]
