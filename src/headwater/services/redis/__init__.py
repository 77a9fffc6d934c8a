"""Redis: its server, client, state, and addresses in code."""

from headwater.services.redis.service import Redis

__all__ = ["Redis"]
