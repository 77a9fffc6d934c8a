"""Reads CoDA-Bench files. Malformed rows are skipped and reported in one line each."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from headwater.errors import InvalidFileError, access_error
from headwater.suites.discovery.records import FormatFault, Prediction, Predictions, Question, Questions
from headwater.untrusted import one_line, read_json

_TEXTS = ("question", "answer_guidelines", "reference_code", "dataset", "notebook", "release_community")
"""Fields without which an answer can still be scored."""
_ID: TypeAdapter[int] = TypeAdapter(int)


class _Line(BaseModel):
    """A line in the official prediction format. An id can also be a number in a string."""

    instance_id: int
    prediction: str
    method: str | None = None
    metadata: dict[str, Any] | None = None


def read_questions(path: Path) -> Questions:
    """Read the published tasks, a JSON array of objects.

    Raises:
        UserError: The file cannot be read, or is not a JSON array.
    """
    rows = _rows(path)
    found: dict[int, Question] = {}
    faults: list[FormatFault] = []
    count = 0
    for number, row in enumerate(rows, start=1):
        where = f"{path.name}: row {number}"
        question = _question(row, where, faults)
        if question is None:
            continue
        count += 1
        if question.instance_id in found:
            faults.append(FormatFault(where, f"instance_id {question.instance_id} comes again; this row counts"))
        found[question.instance_id] = question
    return Questions(tuple(found.values()), count, tuple(faults))


def read_predictions(path: Path) -> Predictions:
    """Read answers in JSON Lines.

    Raises:
        UserError: The file cannot be read.
    """
    found: dict[int, Prediction] = {}
    faults: list[FormatFault] = []
    count = 0
    for number, line in enumerate(io.StringIO(_text(path), newline=None), start=1):
        where = f"{path.name}:{number}"
        if not line.strip():
            continue
        try:
            read = _Line.model_validate_json(line.strip())
        except ValidationError as error:
            faults.append(FormatFault(where, f"{_first(error)}; the line does not count"))
            continue
        count += 1
        if read.instance_id in found:
            faults.append(FormatFault(where, f"instance_id {read.instance_id} comes again; this line counts"))
        files = _files(read, where, faults)
        found[read.instance_id] = Prediction(read.instance_id, read.prediction, files)
    return Predictions(found, count, tuple(faults))


def _rows(path: Path) -> list[Any]:
    try:
        rows = read_json(_text(path).encode())
    except (ValueError, RecursionError) as error:
        raise InvalidFileError(f"is not JSON: {error}", where=path) from None
    if not isinstance(rows, list):
        raise InvalidFileError("is not a JSON array", where=path, fix="give the file of tasks, such as coda_bench.json")
    return rows


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise access_error(error, path) from None
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=path) from None


def _question(row: Any, where: str, faults: list[FormatFault]) -> Question | None:
    """Parse one row. Return None if it has no id or no answer."""
    if not isinstance(row, dict):
        faults.append(FormatFault(where, "is not a JSON object; it is skipped"))
        return None
    try:
        instance_id = _ID.validate_python(row.get("instance_id"))
    except ValidationError:
        faults.append(FormatFault(where, f"instance_id is {_short(row.get('instance_id'))}; it is skipped"))
        return None
    where = f"{where}, instance_id {instance_id}"
    answer = row.get("answer")
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        faults.append(FormatFault(where, "answer is a number; it is read as text"))
        answer = str(answer)
    if not isinstance(answer, str) or not answer.strip():
        faults.append(FormatFault(where, f"answer is {_short(answer)}; it is skipped"))
        return None
    wrong = [name for name in _TEXTS if not isinstance(row.get(name), str)]
    if wrong:
        faults.append(FormatFault(where, f"{', '.join(wrong)}: not text; read as empty"))
    texts = {name: "" if name in wrong else _writable(row[name]) for name in _TEXTS}
    return Question(instance_id=instance_id, answer=_writable(answer), **texts)


def _writable(text: str) -> str:
    """Return a text without lone surrogates, which JSON can contain but which cannot be printed."""
    return text.encode(errors="replace").decode()


def _files(line: _Line, where: str, faults: list[FormatFault]) -> tuple[str, ...] | None:
    files = (line.metadata or {}).get("files_accessed")
    if files is None:
        return None
    if not isinstance(files, list) or not all(isinstance(each, str) for each in files):
        faults.append(FormatFault(where, "metadata.files_accessed is not a list of paths; files are unknown"))
        return None
    return tuple(files)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return one_line(f"{place}: {first['msg']}" if place else first["msg"])


def _short(value: Any) -> str:
    return one_line(repr(value))[:60] if value is not None else "missing"
