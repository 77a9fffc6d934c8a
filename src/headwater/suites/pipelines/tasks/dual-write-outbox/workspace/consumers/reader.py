"""Read messages of the topic `subscriptions`, for all consumers. Owned by the platform team."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from confluent_kafka import Message

FIELDS = ("account", "plan", "seats", "status", "trial_ends", "terms")


@dataclass(frozen=True)
class Event:
    """An event of any schema.

    `state` is None if there is no such subscription. `voids` is the id of the event that this one takes back.
    """

    id: str
    type: str
    subscription: str
    version: int
    occurred_at: datetime
    sent_at: datetime
    booked_in: str | None
    voids: str | None
    state: dict[str, Any] | None
    delta: Decimal


def read(message: Message) -> Event | None:
    """Return the event in a message; None for messages that are not about subscriptions, such as pings."""
    headers = {name: value.decode() for name, value in message.headers() or []}
    schemas = {"2": second, "3": third}
    return schemas[headers["schema"]](headers, json.loads(message.value())) if "schema" in headers else None


def second(_: dict[str, str], body: dict[str, Any]) -> Event:
    moment = datetime.fromtimestamp(body["ts"] / 1000, UTC)
    state = {name: body[name] for name in FIELDS} | {"mrr": str(Decimal(body["mrr_cents"]).scaleb(-2))}
    delta = Decimal(body["delta_cents"]).scaleb(-2)
    key = f"sub-{body['sub']}"
    return Event(body["id"], body["kind"], key, body["v"], moment, moment, None, None, state, delta)


def third(headers: dict[str, str], body: dict[str, Any]) -> Event:
    return Event(
        id=headers["event-id"],
        type=headers["type"],
        subscription=body["subscription"],
        version=body["version"],
        occurred_at=datetime.fromisoformat(body["occurred_at"]),
        sent_at=datetime.fromisoformat(headers["sent-at"]),
        booked_in=headers.get("booked-in"),
        voids=body.get("voids"),
        state=body["state"],
        delta=Decimal(body.get("mrr_delta", "0")),
    )
