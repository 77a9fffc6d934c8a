"""Creates a new task folder from the template."""

from __future__ import annotations

import re
from pathlib import Path

from headwater.errors import AlreadyExistsError, OptionError
from headwater.tasks._files import files_below, read_text, show

_TEMPLATE = Path(__file__).parent / "template"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def scaffold_task(folder: Path, suite: str) -> tuple[Path, ...]:
    """Write a complete example task, which an author then adapts. The folder's name becomes the task's id.

    Returns:
        The written files, sorted.

    Raises:
        UserError: The folder exists already, or the id or the suite is not a valid name.
    """
    for what, name in (("id", folder.name), ("suite", suite)):
        if not _SLUG.fullmatch(name):
            raise OptionError(
                f"not a valid {what}", where=f"{name!r}", fix="use lower-case letters, digits and single hyphens"
            )
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise AlreadyExistsError("already exists", where=show(folder), fix="choose another id, or remove it") from None
    values = {"id": folder.name, "suite": suite, "title": folder.name.replace("-", " ").capitalize()}
    return tuple(_write(source, folder, values) for source in files_below(_TEMPLATE))


def _write(source: Path, folder: Path, values: dict[str, str]) -> Path:
    target = folder / source.relative_to(_TEMPLATE)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = read_text(source)
    for key, value in values.items():
        text = text.replace(f"{{{{ {key} }}}}", value)
    target.write_text(text, encoding="utf-8")
    return target
