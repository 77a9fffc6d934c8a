"""Rebuild the parcels from the topic, as the route planner does."""

from collections.abc import Iterable
from typing import Any


def follow(contents: Iterable[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Return the newest content of each parcel that is not deleted."""
    newest: dict[int, dict[str, Any]] = {}
    for content in contents:
        known = newest.get(content["parcel"])
        if known is None or content["revision"] > known["revision"]:
            newest[content["parcel"]] = content
    return {parcel: content for parcel, content in newest.items() if not content.get("deleted")}
