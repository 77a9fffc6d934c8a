"""Read the messages of the agents. See docs/readings.md."""

import json
from typing import NamedTuple

KINDS = {"g": "gauge", "c": "counter"}


class Reading(NamedTuple):
    host: str
    metric: str
    kind: str
    boot: int
    seq: int
    at_ms: int
    value: float


def read(payload: bytes) -> list[Reading]:
    """Return the readings of a message."""
    content = json.loads(payload)
    host, boot = content["host"], content["boot"]
    if content.get("format") != 2:
        at_ms = int(content["ts"] * 1000)
        return [Reading(host, content["metric"], content["kind"], boot, content["seq"], at_ms, content["value"])]
    return [
        Reading(host, each["m"], KINDS[each["k"]], boot, each["n"], each["at"] + content["skew_ms"], each["v"])
        for each in content["readings"]
    ]
