"""What all records have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable record; an unknown field is an error, because it is a misspelt one."""

    model_config = ConfigDict(extra="forbid", frozen=True)
