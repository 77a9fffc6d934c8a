"""Defines the base class of all records."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from headwater.untrusted import one_line

OneLine = Annotated[str, AfterValidator(one_line)]
"""Text that is shown on one line. Agents may have written part of it, so it is normalized instead of rejected."""


class Record(BaseModel):
    """An immutable record. Unknown fields are errors, because they are probably misspelt."""

    model_config = ConfigDict(extra="forbid", frozen=True)
