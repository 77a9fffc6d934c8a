"""Reads the hand-written breaks in ``written/<domain>/<id>.yml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from headwater.errors import InvalidFileError
from headwater.suites.warehouse.breaks._break import AlternativeFix, Break, Edit, Mask

WRITTEN = Path(__file__).with_name("written")


def read_breaks(folder: Path = WRITTEN) -> list[Break]:
    """Read all hand-written breaks, sorted by id.

    Raises:
        InvalidFileError: A break is malformed, or two have the same id. The message names the file, the field and the
            fix.
    """
    found: dict[str, Break] = {}
    for path in sorted(folder.glob("*/*.yml")):
        read = read_break(path)
        if read.id in found:
            raise InvalidFileError(
                f"{found[read.id].domain} already contains a break {read.id}", where=path, fix="rename one"
            )
        found[read.id] = read
    return [found[name] for name in sorted(found)]


def read_break(path: Path) -> Break:
    """Read one hand-written break.

    Raises:
        InvalidFileError: The break is malformed. The message names the file, the field and the fix.
    """
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidFileError(f"not YAML: {' '.join(str(error).split())}", where=path) from None
    if not isinstance(document, Mapping):
        raise InvalidFileError("should be a mapping with operator, title, why and edits or inject", where=path)
    fields: dict[str, Any] = {**document, "id": path.stem, "domain": path.parent.name, "written": True}
    if isinstance(fields.get("inject"), str):
        fields["inject"] = [fields["inject"]]
    try:
        read = Break.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidFileError(f"{where}: {first['msg']}", where=path) from None
    if not read.edits and not read.inject and not read.past:
        raise InvalidFileError("has neither edits, inject nor past; it breaks nothing", where=path)
    answers: list[Mask | AlternativeFix] = [*read.masks, *read.alternatives]
    for answer in answers:
        if not answer.edits and not (answer.repair and read.past):
            raise InvalidFileError(
                f"{answer.name} changes nothing", where=path, fix="give edits, or a repair if there is a past"
            )
    if not read.edits and not read.fix and not read.past:
        raise InvalidFileError(
            "has only inject", where=path, fix="give `fix`, the edits after which the project copes with that data"
        )
    return read


def apply_edits(texts: Mapping[str, str], edits: Sequence[Edit], where: str) -> dict[str, str]:
    """Return the changed files after applying edits.

    Args:
        texts: The project's files, keyed by path.
        edits: The edits, in order.
        where: A description of where the edits come from, for messages.

    Raises:
        InvalidFileError: A file does not exist, or ``find`` does not occur in it exactly once.
    """
    changed: dict[str, str] = {}
    for edit in edits:
        text = changed.get(edit.file, texts.get(edit.file))
        if text is None:
            raise InvalidFileError(f"{edit.file}: no such file in the project", where=where)
        count = text.count(edit.find)
        if count != 1:
            first = edit.find.strip().splitlines()[0] if edit.find.strip() else edit.find
            fix = "quote it as it is written" if not count else "quote more of it"
            raise InvalidFileError(
                f"{edit.file}: `{first}` … is there {count} times and should be once", where=where, fix=fix
            )
        changed[edit.file] = text.replace(edit.find, edit.replace)
    return changed
