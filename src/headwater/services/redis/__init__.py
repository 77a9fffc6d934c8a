"""Redis: its server, client and state, and how its addresses look in code."""

from headwater.services.redis.service import Redis

__all__ = ["Redis"]
