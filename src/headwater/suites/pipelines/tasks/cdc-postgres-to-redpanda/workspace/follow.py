"""The posts as they are by the topic: what search, moderation and the newsletter do with the events."""

from collections.abc import Iterable
from typing import Any


def follow(events: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the posts after some events, in the order of the topic; events that were sent again change nothing."""
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
