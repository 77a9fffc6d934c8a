"""Rebuild the posts from the topic, as search, moderation and the newsletter do."""

from collections.abc import Iterable
from typing import Any


def follow(events: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Apply events in topic order, and return the posts keyed by id; events that were sent again change nothing."""
    posts: dict[str, dict[str, Any]] = {}
    seen: dict[str, int] = {}
    for event in events:
        key = event["key"]
        if event["position"] <= seen.get(key, -1):
            continue
        seen[key] = event["position"]
        if event["op"] == "delete":
            posts.pop(key, None)
        else:
            posts[key] = event["post"]
    return posts
