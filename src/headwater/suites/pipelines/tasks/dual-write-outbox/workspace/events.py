"""The messages of the topic `subscriptions`: see docs/topic.md."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

TOPIC = "subscriptions"
STATE = ("account", "plan", "seats", "status", "trial_ends", "terms", "mrr")


def timestamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def key_of(subscription: int) -> str:
    return f"sub-{subscription}"


def state_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return the state in a row of app.subscriptions or audit.changes."""
    state = {name: row[name] for name in STATE}
    state["trial_ends"] = row["trial_ends"] and row["trial_ends"].isoformat()
    state["mrr"] = str(row["mrr"])
    return state


def body_of(change: dict[str, Any], mrr_before: Decimal) -> bytes:
    """Return the value of the message about a row of audit.changes."""
    body = {
        "subscription": key_of(change["subscription"]),
        "version": change["version"],
        "type": change["kind"],
        "occurred_at": timestamp(change["changed_at"]),
        "state": state_of(change),
        "mrr_delta": str(change["mrr"] - mrr_before),
    }
    return json.dumps(body, ensure_ascii=False).encode()


def headers_of(event_id: str, kind: str) -> list[tuple[str, bytes]]:
    headers = {"event-id": event_id, "type": kind, "schema": "3", "sent-at": timestamp(datetime.now(UTC))}
    return [(name, value.encode()) for name, value in headers.items()]
