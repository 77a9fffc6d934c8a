"""Reads a layer's files. Each file is checked strictly, and a broken file does not affect the others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from headwater.context._yaml import YamlDocument, parse_yaml
from headwater.context.semantic._check import check_sources
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import SemanticSource
from headwater.errors import InvalidFileError, UserError, access_error

_MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class LoadedLayer:
    """A layer read from its files.

    Attributes:
        layer: The usable parts.
        problems: The faults in the other parts, one line each: ``file:line: what, and what to do``.
        files: The file of each source, keyed by the source's name.
    """

    layer: SemanticLayer
    problems: tuple[str, ...]
    files: dict[str, Path]


@dataclass(frozen=True)
class _SourceFile:
    source: SemanticSource
    path: Path
    display_path: str
    document: YamlDocument


def read_layer(folder: Path) -> LoadedLayer:
    """Read all ``*.yml`` and ``*.yaml`` files in a folder.

    Raises:
        NotFoundError: The folder does not exist.
        FileAccessError: The folder cannot be read.
    """
    problems: list[str] = []
    read: list[_SourceFile] = []
    for path in source_files(folder):
        try:
            read.append(_read_file(path, str(path.relative_to(folder))))
        except UserError as error:
            problems.append(str(error))
    layer, faults = check_sources([each.source for each in read])
    for fault in faults:
        each = read[fault.source]
        field = ".".join(map(str, fault.place))
        problems.append(f"{each.display_path}:{each.document.line(fault.place)}: {field}: {fault.message}")
    return LoadedLayer(layer, tuple(problems), {each.source.name: each.path for each in read})


def source_files(folder: Path) -> list[Path]:
    """Return a layer's files, except for links that lead out of the folder."""
    try:
        root = folder.resolve(strict=True)
        found = [path for path in sorted(folder.iterdir()) if path.suffix in (".yml", ".yaml")]
    except OSError as error:
        raise access_error(error, folder, "make a layer with `headwater context generate`") from None
    return [path for path in found if path.is_file() and path.resolve().is_relative_to(root)]


def parse_source(text: str, display_path: str) -> tuple[SemanticSource, YamlDocument]:
    """Parse one source.

    Raises:
        InvalidFileError: The source is not valid. The message lists every fault with its line.
    """
    document = parse_yaml(text, display_path)
    if not isinstance(document.value, dict):
        raise InvalidFileError("should be a mapping that begins with `name:`", where=f"{display_path}:1")
    try:
        # In strict mode, JSON validation rejects "5" as a number, but still converts strings and lists to enums and
        # tuples.
        source = SemanticSource.model_validate_json(json.dumps(document.value), strict=True)
    except ValidationError as error:
        raise _invalid(error, document, display_path) from None
    return source, document


def _read_file(path: Path, display_path: str) -> _SourceFile:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        text = content.decode("utf-8")
    except OSError as error:
        raise access_error(error, display_path) from None
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=display_path, fix="save it as UTF-8") from None
    if len(content) > _MAX_BYTES:
        raise InvalidFileError(f"is larger than {_MAX_BYTES:,} bytes", where=display_path, fix="split it")
    source, document = parse_source(text, display_path)
    return _SourceFile(source, path, display_path, document)


def _invalid(error: ValidationError, document: YamlDocument, display_path: str) -> InvalidFileError:
    """Return an error that lists each fault with its line."""
    (where, what), *others = (_fault(each, document, display_path) for each in error.errors(include_url=False))
    return InvalidFileError("; ".join([what, *(f"{place}: {fault}" for place, fault in others)]), where=where)


def _fault(error: ErrorDetails, document: YamlDocument, display_path: str) -> tuple[str, str]:
    """Return a fault's location and message."""
    place = tuple(part for part in error["loc"] if part not in _UNION_ARMS)
    field = ".".join(map(str, place))
    return f"{display_path}:{document.line(place)}", f"{field + ': ' if field else ''}{_message(error, place)}"


_UNION_ARMS = ("constrained-str", "tuple[constrained-str, ...]")


def _message(error: ErrorDetails, place: tuple[str | int, ...]) -> str:
    given_value: Any = error["input"]
    context = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "required field is missing; add it"
        case "extra_forbidden":
            fields = _fields_at(place[:-1])
            near = get_close_matches(str(place[-1]), fields, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(fields)}"
            return f"unknown field; {hint}"
        case "enum":
            choices = context["expected"].replace("'", "").replace(" or ", ", ")
            return f"{_cut(given_value)} is not one of {choices}"
        case "tuple_type":
            return f"{_cut(given_value)} should be a list"
        case "string_pattern_mismatch":
            return f"{_cut(given_value)} holds a control character; write a name"
        case "value_error":
            return str(context["error"])
        case _:
            return f"{_cut(given_value)} is not valid; {error['msg'].replace('Input should be', 'it should be')}"


def _cut(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _fields_at(place: tuple[str | int, ...]) -> list[str]:
    """Return the field names that the model allows at a path in the YAML document."""
    model: type[BaseModel] = SemanticSource
    for part in place:
        if isinstance(part, str) and part in model.model_fields:
            model = next(_models(model.model_fields[part].annotation), model)
    return list(model.model_fields)


def _models(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from _models(each)
