"""Finds the place that states a check's demand, which an agent can read before it starts.

A demand is ``place`` or ``place#anchor``. A place is ``prompt``, a file in the workspace, or a service's initial data,
such as ``postgres:app.orders``. The anchor is a heading of a Markdown file, in the form used by links, or any text in
the place, such as a function, a column or a few words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from headwater.tasks._files import files_below
from headwater.tasks._names import NameKind, NeededName
from headwater.tasks._read import INSTRUCTIONS, Task, seeded_engine

PROMPT = "prompt"
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_HEADINGS_SHOWN = 8


@dataclass(frozen=True)
class Places:
    """Everything in a task that can be read before the agent starts. Files are read on demand."""

    task: Task

    @cached_property
    def prompts(self) -> dict[str, str]:
        """The instructions, by file name."""
        return {file: self.task.instruction(variant) for variant, file in INSTRUCTIONS.items()}

    @cached_property
    def environment(self) -> str:
        """Everything that exists at the start: the names and contents of files, and the contents of seeds."""
        return "\n".join([*self._files, *self._files.values(), *self._seeds(None)])

    def fault(self, demand: str) -> str:
        """Return the reason why a demand leads to no place, or an empty string if it leads to one."""
        place, _, anchor = demand.partition("#")
        if place == PROMPT:
            missing = [file for file, text in self.prompts.items() if anchor and not _has(text, anchor)]
            return f"{anchor!r} is not in {' nor in '.join(missing)}" if missing else ""
        if ":" in place:
            return self._fault_of_data(place, anchor)
        if place not in self._files:
            return f"{place!r} is neither `prompt`, a file of workspace/, nor data such as `postgres:app.orders`"
        text = self._files[place]
        if not anchor or anchor in _slugs(text) or _has(text, anchor):
            return ""
        headings = ", ".join(f"#{slug}" for slug in _slugs(text)[:_HEADINGS_SHOWN])
        return f"{place} has no heading or text {anchor!r}" + (f"; its headings are {headings}" if headings else "")

    def _fault_of_data(self, place: str, anchor: str) -> str:
        engine, _, name = place.partition(":")
        services = self.task.config.services
        if engine not in services:
            return f"{engine!r} is no service of the task, which has {', '.join(services) or 'none'}"
        text = "\n".join(self._seeds(engine))
        absent = [each for each in (name, anchor) if each and not _has(text, each)]
        return f"no seed of {engine} has {' or '.join(map(repr, absent))}" if absent else ""

    def contain(self, name: NeededName, demand: str) -> bool:
        """Return whether both prompts, or the place of a demand, contain a name.

        Files and tables that exist at the start count as well, because an agent need not create them.
        """
        if all(name.is_in(text) for text in self.prompts.values()):
            return True
        start = self._seeds(None) if name.kind is NameKind.TABLE else self._files
        return any(name.is_in(text) for text in (*start, self._files.get(demand.partition("#")[0], "")))

    @cached_property
    def _files(self) -> dict[str, str]:
        workspace = self.task.workspace
        return {path.relative_to(workspace).as_posix(): _text(path) for path in files_below(workspace)}

    def _seeds(self, engine: str | None) -> Sequence[str]:
        """Return the texts of all seeds, or of those that may belong to an engine.

        Python files may belong to any engine.
        """
        return [text for seeded, text in self._all_seeds if engine is None or seeded in (engine, None)]

    @cached_property
    def _all_seeds(self) -> list[tuple[str | None, str]]:
        return [(seeded_engine(path), _text(path)) for path in self.task.seeds]


def _text(path: Path) -> str:
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode("utf-8", "replace")


def _has(text: str, words: str) -> bool:
    """Return whether a text contains these words as whole words, with any whitespace between them."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    return re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) is not None


def _slugs(text: str) -> list[str]:
    """Return the anchors of a Markdown file's headings, in GitHub's form."""
    titles = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(text))
    return [title.strip().replace(" ", "-") for title in titles]
