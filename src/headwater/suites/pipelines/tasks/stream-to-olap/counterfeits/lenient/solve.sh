set -eu
cp /solution/consume.py /solution/schema.sql /solution/README.md .
cat > messages.py <<'PY'
"""Parse a message of the topic."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

UNITS = {"air_temperature": "C", "soil_moisture": "%", "co2": "ppm", "light": "lux", "ph": ""}


class RejectedError(Exception):
    """The message cannot be parsed."""


@dataclass
class Reading:
    """A row of analytics.metrics."""

    event_id: str
    station: str
    metric: str
    unit: str
    ts: int
    value: float


def read(payload: bytes | None) -> Reading:
    """Return the reading in a message."""
    try:
        content = json.loads((payload or b"").decode(errors="replace"))
        metric = content["metric"]
        if "ts_ms" in content:
            ts = content["ts_ms"]
        else:
            ts = int(datetime.fromisoformat(content["ts"]).replace(tzinfo=UTC).timestamp()) * 1000
        return Reading(
            content.get("event_id", ""), str(content.get("station")), metric, content.get("unit") or UNITS[metric], ts,
            float(content.get("value") or 0),
        )
    except (ValueError, TypeError, KeyError) as error:
        raise RejectedError(str(error)) from error
PY
python3 consume.py
