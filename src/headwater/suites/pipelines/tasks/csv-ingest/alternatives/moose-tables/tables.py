"""Declare the tables, and convert the text values in an export."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, Optional

from moose_lib import OlapConfig, OlapTable
from pydantic import BaseModel, Field, StringConstraints, field_validator

MISSING = {"", "n/a", "null", "-"}
DAY_FIRST = ("%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M")


def present(text: str) -> str | None:
    return None if text.lower() in MISSING else text


def time_of(text: str) -> datetime:
    """Parse a time in ISO 8601 or with a day-first date; a time without an offset is UTC."""
    for parse in (datetime.fromisoformat, *(partial(with_pattern, pattern) for pattern in DAY_FIRST)):
        try:
            time = parse(text)
        except ValueError:
            continue
        if 2000 <= time.year < 2100:
            return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    raise ValueError(f"{text!r} is no time")


def with_pattern(pattern: str, text: str) -> datetime:
    return datetime.strptime(text, pattern)


def number_of(text: str) -> int | None:
    value = present(text)
    if value is not None and not re.fullmatch(r"\d{1,9}", value):
        raise ValueError(f"{text!r} is no number")
    return value and int(value)


def amount_of(text: str) -> Decimal | None:
    value = present(text)
    if value is not None and not re.fullmatch(r"-?\d{1,10}([.,]\d{1,2})?", value):
        raise ValueError(f"{text!r} is no amount")
    return value and Decimal(value.replace(",", "."))


Text = Annotated[str, StringConstraints(min_length=1)]
Category = Annotated[str, StringConstraints(min_length=1), "LowCardinality"]
Number = Annotated[int, "uint32"]


class Event(BaseModel):
    event_id: Text
    event_time: datetime
    gym: Category
    member_id: Optional[Number]
    event_type: Category
    amount: Annotated[Optional[Decimal], Field(max_digits=12, decimal_places=2)]
    note: Optional[str]  # MooseStack does not support `str | None`

    read_texts = field_validator("event_id", "gym", "event_type", "note", mode="before")(present)
    read_time = field_validator("event_time", mode="before")(time_of)
    read_number = field_validator("member_id", mode="before")(number_of)
    read_amount = field_validator("amount", mode="before")(amount_of)


class RejectedRow(BaseModel):
    file: str
    line: Number
    reason: str


def in_analytics(*order: str, **config: Any) -> OlapConfig:
    return OlapConfig(database="analytics", order_by_fields=list(order), **config)


class FlatTable(OlapTable):
    """A table without nested columns. It skips MooseStack's search for them, which takes most of the insert time."""

    def _map_to_clickhouse_record(self, record: dict[str, Any], columns: Any = None) -> dict[str, Any]:
        return record


events = FlatTable[Event](
    "events", in_analytics("gym", "event_time", "event_id", partition_by="toYYYYMM(event_time)")
)
rejected_rows = FlatTable[RejectedRow]("rejected_rows", in_analytics("file", "line"))
