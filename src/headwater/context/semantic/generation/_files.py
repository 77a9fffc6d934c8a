"""Writes the files of a layer, and later merges new content into edited files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headwater.context._file_names import file_stem
from headwater.context.semantic._model import SemanticSource
from headwater.context.semantic._read import parse_source
from headwater.context.semantic.generation._merge import merge
from headwater.context.semantic.generation._write import write_source
from headwater.errors import FileAccessError, UserError

_BASE = ".generated"


@dataclass(frozen=True)
class GeneratedFile:
    """A generated file and what happened to it.

    Attributes:
        path: The file.
        change: ``new``, ``updated``, ``unchanged``, ``merged`` (new content was merged into a user's edits), ``kept``
            (the user's version was left unchanged), ``deleted`` (a user deleted the file, so it is not written again),
            ``removed`` (its table no longer exists), or ``gone`` (its table no longer exists, but a user edited the
            file, so it stays).
        not_taken: Newly generated lines that were dropped because a user had changed the same lines.
    """

    path: Path
    change: str
    not_taken: tuple[str, ...] = ()


def generate(sources: Iterable[SemanticSource], folder: Path) -> list[GeneratedFile]:
    """Write each source to its own file in a folder.

    A copy of each generated version is kept in the subfolder ``.generated``. If a user has edited a file, a three-way
    merge adds the new content. Where both versions changed the same lines, the user's lines stay, and the new ones are
    reported.

    Raises:
        FileAccessError: The folder cannot be written.
    """
    base = folder / _BASE
    try:
        base.mkdir(parents=True, exist_ok=True)
        texts = {f"{file_stem(source.name)}.yml": write_source(source) for source in sources}
        done = [_write(folder / name, base / name, text) for name, text in sorted(texts.items())]
        stale = [path for path in sorted(base.glob("*.yml")) if path.name not in texts]
        return done + [each for path in stale for each in _retire(folder / path.name, path)]
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=folder) from None


def _write(path: Path, base: Path, new: str) -> GeneratedFile:
    before = base.read_text(encoding="utf-8") if base.is_file() else None
    if not path.exists():
        if before is not None:
            return GeneratedFile(path, "deleted")
        path.write_text(new, encoding="utf-8")
        base.write_text(new, encoding="utf-8")
        return GeneratedFile(path, "new")
    edited = path.read_text(encoding="utf-8")
    if before is None:
        return GeneratedFile(path, "unchanged" if edited == new else "kept")
    base.write_text(new, encoding="utf-8")
    if edited == before:
        path.write_text(new, encoding="utf-8")
        return GeneratedFile(path, "unchanged" if new == before else "updated")
    merged = merge(before, edited, new)
    if merged.text == edited:
        return GeneratedFile(path, "kept", merged.not_taken)
    if _parses(edited) and not _parses(merged.text):
        lines = [line for line in new.splitlines() if line not in before.splitlines()]
        return GeneratedFile(path, "kept", tuple(lines))
    path.write_text(merged.text, encoding="utf-8")
    return GeneratedFile(path, "merged", merged.not_taken)


def _retire(path: Path, base: Path) -> list[GeneratedFile]:
    """Remove a file whose table no longer exists, unless a user has edited the file."""
    if path.exists() and path.read_text(encoding="utf-8") != base.read_text(encoding="utf-8"):
        return [GeneratedFile(path, "gone")]
    existed = path.exists()
    path.unlink(missing_ok=True)
    base.unlink()
    return [GeneratedFile(path, "removed")] if existed else []


def _parses(text: str) -> bool:
    try:
        parse_source(text, "")
    except UserError:
        return False
    return True
