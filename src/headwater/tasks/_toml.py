"""Reads TOML files into models, with errors that name the file, the field and the fix."""

from __future__ import annotations

import json
import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from headwater.errors import InvalidTaskError
from headwater.tasks._files import read_text, show

ModelT = TypeVar("ModelT", bound=BaseModel)

# These sentences explain the patterns in the records.
_PATTERNS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "use lower-case letters, digits and single hyphens",
    r"^[^\n]+$": "use one line",
    "^/": "start it with a slash",
    r"^([a-z0-9._-]+|\[[0-9a-f:.]+\]):[1-9][0-9]{0,4}$": "use host:port in lower-case letters, as data.example.com:443",
}


def read_toml(path: Path, model: type[ModelT]) -> ModelT:
    """Read and validate a TOML file.

    Raises:
        InvalidTaskError: The file is missing, is not TOML, or does not match the model. The message names every fault.
    """
    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, what = _located(path, str(error))
        raise InvalidTaskError(what, where=f"{show(path)}:{line}", fix="correct the TOML") from error
    try:
        # Strict validation of JSON does not accept "5" as a number, but converts names and lists to enums and tuples.
        return model.model_validate_json(json.dumps(data, default=str), strict=True)
    except ValidationError as error:
        faults = [_fault(each, model) for each in error.errors(include_url=False)]
        if len(faults) == 1:
            [(field, what, fix)] = faults
            raise InvalidTaskError(what, where=f"{show(path)}: {field}", fix=fix) from error
        all_of_them = "; ".join(f"{field}: {what}; {fix}" if fix else f"{field}: {what}" for field, what, fix in faults)
        raise InvalidTaskError(all_of_them, where=show(path)) from error


def _located(path: Path, message: str) -> tuple[int, str]:
    """Return the line and the problem from tomllib's message. Before Python 3.14, its errors have no such fields."""
    if place := re.search(r" \(at line (\d+), column \d+\)$", message):
        return int(place[1]), message[: place.start()]
    last = len(path.read_text(encoding="utf-8").splitlines())
    return last, message.removesuffix(" (at end of document)")


def _fault(error: ErrorDetails, model: type[BaseModel]) -> tuple[str, str, str]:
    """Return the field, the problem, and the fix if there is one."""
    field = ".".join(str(part) for part in error["loc"])
    value = error["input"]
    context = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return field, "required field is missing", "add it"
        case "extra_forbidden":
            return field, "unknown field", _suggestion(error["loc"], model)
        case "enum":
            return field, f"{value!r} is not one of {_choices(context['expected'])}", ""
        case "string_pattern_mismatch":
            pattern = context["pattern"]
            return field, f"{value!r} is not valid", _PATTERNS.get(pattern, f"it must match {pattern}")
        case "string_too_short":
            return field, "is empty", "write it"
        case "too_short":
            return field, f"needs at least {context['min_length']}", ""
        case _:
            message = error["msg"].replace("Input should be", "it should be")
            return field, f"{value!r} is not valid", message


def _choices(expected: str) -> str:
    """Return ``a, b, c`` for pydantic's ``'a', 'b' or 'c'``."""
    return expected.replace("'", "").replace(" or ", ", ")


def _suggestion(loc: tuple[int | str, ...], model: type[BaseModel]) -> str:
    known = _fields_at(loc[:-1], model)
    near = get_close_matches(str(loc[-1]), known, n=1)
    return f"did you mean {near[0]}?" if near else f"the fields are {', '.join(known)}"


def _fields_at(loc: tuple[int | str, ...], model: type[BaseModel]) -> list[str]:
    """Return the names of the fields in the table at ``loc``."""
    for part in loc:
        annotation = model.model_fields[str(part)].annotation
        candidates = [annotation, *get_args(annotation)]  # the second case is an optional table
        model = next(each for each in candidates if isinstance(each, type) and issubclass(each, BaseModel))
    return list(model.model_fields)
