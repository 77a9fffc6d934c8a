"""Writes and removes an agent's configuration entry and skill."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from headwater.context.install._config import entry_in, with_entry, without_entry
from headwater.context.install._targets import (
    NAME,
    PLACES,
    SKILL_BODY,
    AgentFiles,
    InstallTarget,
    ServerCommand,
    entry,
    is_ours,
)
from headwater.errors import AlreadyExistsError, FileAccessError, UnsupportedError

_MARK = re.compile(r"\n<!-- written by headwater context install: (\w+) -->\n\Z")


class FileChange(StrEnum):
    """What was done to a file."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    KEPT = "kept"
    REMOVED = "removed"


@dataclass(frozen=True)
class InstalledFile:
    """A file that was installed, kept or removed.

    Attributes:
        note: The reason why the file was kept. Empty if it was not kept.
    """

    path: Path
    change: FileChange
    note: str = ""


def install(target: InstallTarget, folder: Path, server: ServerCommand) -> list[InstalledFile]:
    """Install the server for an agent.

    Args:
        target: The agent.
        folder: The project's folder, from which the agent is started.
        server: The command that starts the server.

    Raises:
        UserError: A file cannot be changed without loss, or has another entry with this name. Nothing is written in
            this case.
    """
    places = PLACES[target]
    entry_text = entry(target, server)
    for other in places.other_configs:
        if (folder / other).exists():
            raise UnsupportedError(
                f"takes precedence over {places.config}",
                where=other,
                fix=f"add by hand, below {places.section}: {entry_text}",
            )
    config, skill = folder / places.config, folder / places.skill
    before = _read(config)
    after = with_entry(places.config, before, places.section, entry_text)
    if after != before:
        _write(config, after)
    elif (found := entry_in(places.config, after, places.section)) != entry_text:
        remove = f"run `headwater context install {target} --remove`" if is_ours(found) else "remove it"
        raise AlreadyExistsError(
            f"{places.section}.{NAME} is not Headwater's entry and is kept: {json.dumps(found)}",
            where=places.config,
            fix=f"{remove}, and install again",
        )
    written = InstalledFile(config, FileChange.UNCHANGED if after == before else FileChange.WRITTEN)
    return [written, _skill(skill, _skill_text(places))]


def uninstall(target: InstallTarget, folder: Path) -> list[InstalledFile]:
    """Remove everything that `install` wrote.

    Raises:
        UserError: A file cannot be changed without loss.
    """
    places = PLACES[target]
    config, skill = folder / places.config, folder / places.skill
    written = []
    before = _read(config)
    if before is not None:
        after = without_entry(places.config, before, places.section)
        change = FileChange.UNCHANGED if after == before else FileChange.REMOVED
        if after is None:
            _remove(config, folder)
        elif after != before:
            _write(config, after)
        written.append(InstalledFile(config, change, "" if change is FileChange.REMOVED else "it has no entry of ours"))
    text = _read(skill)
    if text is not None and _is_ours(text):
        _remove(skill, folder)
        written.append(InstalledFile(skill, FileChange.REMOVED))
    elif text is not None:
        written.append(InstalledFile(skill, FileChange.KEPT, "it was edited; delete it by hand"))
    return written


def _skill(path: Path, text_of_skill: str) -> InstalledFile:
    text = _read(path)
    if text == text_of_skill:
        return InstalledFile(path, FileChange.UNCHANGED)
    if text is not None and not _is_ours(text):
        return InstalledFile(path, FileChange.KEPT, "it was edited; delete it to get the new one")
    _write(path, text_of_skill)
    return InstalledFile(path, FileChange.WRITTEN)


def _skill_text(places: AgentFiles) -> str:
    text = f"---\n{places.front}---\n\n{SKILL_BODY}"
    return f"{text}\n<!-- written by headwater context install: {_digest(text)} -->\n"


def _is_ours(text: str) -> bool:
    """Return whether a skill is unchanged since Headwater wrote it."""
    mark = _MARK.search(text)
    return mark is not None and mark[1] == _digest(text[: mark.start()])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# files


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise FileAccessError(f"cannot be read: {error}", where=path) from None


def _write(path: Path, text: str) -> None:
    """Write a file atomically. A link is followed rather than replaced."""
    target = path.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
        with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
        Path(file.name).chmod(mode)
        os.replace(file.name, target)  # noqa: PTH105 - readers see the old file or the new one
    except OSError as error:
        raise FileAccessError(f"cannot be written: {error.strerror}", where=path) from None


def _remove(path: Path, folder: Path) -> None:
    """Remove a file, and any parent folders that become empty."""
    path.unlink()
    for above in path.parents:
        if above == folder or any(above.iterdir()):
            return
        above.rmdir()
