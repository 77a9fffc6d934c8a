"""Implements Redis: its server, client and state, and how its addresses appear in code."""

from headwater.services.redis.service import Redis

__all__ = ["Redis"]
