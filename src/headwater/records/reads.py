"""Models the record of the data files that a trial opened."""

from __future__ import annotations

from pydantic import Field

from headwater.records._base import OneLine, Record


class FileRead(Record):
    """The first access to a file."""

    path: str = Field(description="Below /data.")
    at_sec: float = Field(description="Seconds since the agent was started.")
    size_bytes: int


class FileReads(Record):
    """The content of ``reads.json``: the files that an agent opened, in the order of their first reads."""

    files: tuple[FileRead, ...] = ()
    unknown: OneLine = Field(default="", description="Why they are not, or not all, known; empty if they are.")
