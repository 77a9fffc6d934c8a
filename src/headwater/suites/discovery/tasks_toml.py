"""Writes a task in the format that ``tasks_source`` reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from headwater.errors import access_error
from headwater.suites.discovery.tasks_source import PROGRAM, SourceTask, read_task
from headwater.trials import write_atomically

_TABLES = ("lookalike", "counterfeit")


def write_task_source(task: SourceTask, root: Path) -> Path:
    """Write the folder of a task below ``<root>/<community>``, and return it.

    Raises:
        UserError: The folder cannot be written, or would not be read back as the same task.
    """
    folder = root / task.source.community / task.source.id
    try:
        write_atomically(folder / PROGRAM, task.program)
        write_atomically(folder / "task.toml", toml_of(task))
    except OSError as error:
        raise access_error(error, folder) from None
    assert read_task(folder) == task, "what is written is what is read"
    return folder


def toml_of(task: SourceTask) -> str:
    """Return the text of ``task.toml``."""
    fields = task.source.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    lines = [f"{name} = {_value(value)}" for name, value in fields.items() if name not in _TABLES]
    for table in _TABLES:
        for row in fields.get(table, ()):
            lines += ["", f"[[{table}]]", *_rows(row)]
    return "".join(f"{line}\n" for line in lines)


def _rows(row: Mapping[str, Any]) -> Iterator[str]:
    for name, value in row.items():
        yield f"{name} = {_value(value)}"


def _value(value: Any) -> str:
    """Return a value as TOML, with strings in JSON syntax. The strings must not contain DEL."""
    match value:
        case dict():
            return f"{{{', '.join(f'{_value(key)} = {_value(each)}' for key, each in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
