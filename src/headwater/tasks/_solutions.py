"""Reads additional solutions: wrong ones that checks must fail, and correct ones that no check may fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from headwater.errors import InvalidTaskError
from headwater.records import Gate
from headwater.records.task import Slug
from headwater.tasks._files import is_ignored, require_text, show
from headwater.tasks._toml import read_toml

COUNTERFEITS = "counterfeits"
ALTERNATIVES = "alternatives"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Counterfeit:
    """A plausible but wrong solution, used to prove that the checks catch its error.

    Attributes:
        gate: The gate that stops the counterfeit.
        why: One sentence that describes the error.
    """

    name: str
    folder: Path
    gate: Gate
    why: str

    @property
    def config(self) -> Path:
        """The file ``counterfeit.toml``, which contains the settings."""
        return self.folder / "counterfeit.toml"


@dataclass(frozen=True)
class Alternative:
    """A correct solution with another architecture, which proves that the checks accept more than the reference.

    Attributes:
        why: One sentence that describes how the architecture differs.
        harness: The harness with the tools that the alternative needs, or None if any harness has them.
    """

    name: str
    folder: Path
    why: str
    harness: str | None = None

    @property
    def config(self) -> Path:
        """The file ``alternative.toml``, which contains the settings."""
        return self.folder / "alternative.toml"


class _CounterfeitConfig(BaseModel):
    """The content of ``counterfeit.toml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    gate: Gate
    why: str


class _AlternativeConfig(BaseModel):
    """The content of ``alternative.toml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    why: str
    harness: Slug | None = None


def read_counterfeits(task: Path) -> tuple[Counterfeit, ...]:
    """Read the wrong solutions of a task folder, sorted by name.

    Raises:
        InvalidTaskError: A file violates the format. The message names the file, the field and the fix in one line.
    """
    found = []
    for folder in _folders(task / COUNTERFEITS, "counterfeit"):
        config = read_toml(folder / "counterfeit.toml", _CounterfeitConfig)
        found.append(Counterfeit(folder.name, folder, config.gate, config.why))
    return tuple(found)


def read_alternatives(task: Path) -> tuple[Alternative, ...]:
    """Read the alternative solutions of a task folder, sorted by name.

    Raises:
        InvalidTaskError: A file violates the format. The message names the file, the field and the fix in one line.
    """
    found = []
    for folder in _folders(task / ALTERNATIVES, "alternative"):
        config = read_toml(folder / "alternative.toml", _AlternativeConfig)
        found.append(Alternative(folder.name, folder, config.why, config.harness))
    return tuple(found)


def _folders(parent: Path, kind: str) -> Iterator[Path]:
    """Yield the folders of solutions, each with a valid name and a ``solve.sh``."""
    if not parent.exists():
        return
    for each in sorted(path for path in parent.iterdir() if not is_ignored(path)):
        if not each.is_dir():
            raise InvalidTaskError("unknown file", where=show(each), fix=f"each {kind} is a folder with {kind}.toml")
        if not _SLUG.fullmatch(each.name):
            raise InvalidTaskError(
                "its name is not valid", where=show(each), fix="use lower-case letters, digits and single hyphens"
            )
        require_text(each / "solve.sh")
        yield each
