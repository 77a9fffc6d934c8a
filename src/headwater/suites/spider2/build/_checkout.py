"""Reads a Spider 2 checkout: the instances, their questions, and how each is graded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import InvalidFileError, NotFoundError
from headwater.suites.spider2.scoring import GoldEntry
from headwater.suites.spider2.scoring._submission import read_gold

TRACK = "spider2-dbt"
_EXAMPLES = "examples"
_LIST = "spider2-dbt.jsonl"
_GOLD = Path("evaluation_suite/gold")


@dataclass(frozen=True)
class Instance:
    """An instance that the checkout lists.

    Attributes:
        instruction: The question for the agent.
        folder: The folder of the instance's dbt project.
        entry: The description of how the instance is graded.
    """

    id: str
    instruction: str
    folder: Path
    entry: GoldEntry

    @property
    def tables(self) -> tuple[str, ...]:
        """The graded tables. Empty if all tables in the gold database are graded."""
        return tuple(table.name for table in self.entry.tables or ())

    @property
    def family(self) -> str:
        """The id without its number. Instances in the same family are parts of the same project."""
        return self.id.rstrip("0123456789")


@dataclass(frozen=True)
class TrackCheckout:
    """A checkout with both of its instance lists.

    Attributes:
        instances: The instances, in list order.
        unlisted: The folders of examples that are on neither list.
    """

    track: Path
    instances: tuple[Instance, ...]
    unlisted: tuple[str, ...]

    @property
    def examples(self) -> Path:
        """The folder of the projects."""
        return self.track / _EXAMPLES


def read_checkout(folder: Path) -> TrackCheckout:
    """Read the instance lists of a checkout, given its root or the folder of the dbt track.

    Raises:
        UserError: The folder is not a checkout, or has an unknown layout. The message states what was expected.
    """
    track = _track(folder)
    graded = {entry.instance_id: entry for entry in read_gold(track / _GOLD)}
    instructions = dict(_instructions(track / _EXAMPLES / _LIST))
    if missing := sorted(instructions.keys() ^ graded.keys()):
        raise InvalidFileError(
            f"{_LIST} and spider2_eval.jsonl list other instances: {', '.join(missing[:5])} is in one of them",
            where=track,
            fix="use both of one commit",
        )
    examples = track / _EXAMPLES
    instances = tuple(Instance(name, text, examples / name, graded[name]) for name, text in instructions.items())
    folders = {path.name for path in examples.iterdir() if path.is_dir()}
    return TrackCheckout(track, instances, tuple(sorted(folders - instructions.keys())))


def _track(folder: Path) -> Path:
    for track in (folder / TRACK, folder):
        if (track / _EXAMPLES / _LIST).is_file() and (track / _GOLD).is_dir():
            return track
    if not folder.is_dir():
        raise NotFoundError(
            "the folder does not exist", where=f"--from {folder}", fix="git clone https://github.com/xlang-ai/Spider2"
        )
    if (folder / "spider2/examples").is_dir() or (folder / "Spider2-DBT").is_dir():
        raise InvalidFileError(
            f"is of an older layout, without {TRACK}/{_EXAMPLES}/{_LIST}",
            where=f"--from {folder}",
            fix="check out a commit of 2025",
        )
    near = folder / TRACK if (folder / TRACK).is_dir() else folder
    lacks = _LIST if not (near / _EXAMPLES / _LIST).is_file() else str(_GOLD)
    raise InvalidFileError(
        f"is not a checkout of Spider 2 in a known layout: {near} has no {_EXAMPLES}/{_LIST} with {_GOLD} next to it "
        f"({lacks} is missing)",
        where=f"--from {folder}",
    )


def _instructions(path: Path) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        name = value.get("instance_id") if isinstance(value, dict) else None
        text = value.get("instruction") if isinstance(value, dict) else None
        if not isinstance(name, str) or not name.replace("_", "").isalnum() or not isinstance(text, str):
            raise InvalidFileError("is not an object with instance_id and instruction", where=f"{path}:{number}")
        if name in seen:
            raise InvalidFileError(f"{name} is listed twice", where=f"{path}:{number}")
        seen.add(name)
        yield name, text
