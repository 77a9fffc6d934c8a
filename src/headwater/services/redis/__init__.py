"""Redis: server, client, state, and what its addresses look like."""

from headwater.services.redis.service import Redis

__all__ = ["Redis"]
