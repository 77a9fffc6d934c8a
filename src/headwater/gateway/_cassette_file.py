"""Reads and writes cassette files, which are handwritten YAML, or JSON."""

from __future__ import annotations

import json
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from headwater.errors import InvalidFileError, MissingDependencyError, access_error
from headwater.gateway._cassette import Cassette

_LARGEST = 64 << 20


def read_cassette(path: Path) -> Cassette:
    """Read a cassette.

    Raises:
        UserError: The cassette cannot be read. The message names the file, the field and the problem.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise InvalidFileError(f"larger than {_LARGEST >> 20} MiB", where=path)
        text = path.read_text()
    except OSError as error:
        raise access_error(error, path) from None
    except UnicodeDecodeError:
        raise InvalidFileError("not UTF-8 text", where=path) from None
    content = _parse(path, text)
    if not isinstance(content, dict):
        raise InvalidFileError("a cassette is a mapping with `turns`", where=path, fix="see docs/cassettes.md")
    try:
        return Cassette.model_validate(content)
    except ValidationError as error:
        raise InvalidFileError(_first(error), where=path) from None


def write_cassette(path: Path, cassette: Cassette) -> None:
    """Write a cassette without default values, as JSON if the file's suffix is ``.json``, or else as YAML."""
    content = cassette.model_dump(mode="json", exclude_defaults=True)
    content = {"version": cassette.version, **content}
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
        return
    import yaml

    class Dumper(yaml.SafeDumper):
        pass

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)

    Dumper.add_representer(str, text)
    path.write_text(yaml.dump(content, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110))


def _parse(path: Path, text: str) -> Any:
    if path.suffix == ".json":
        try:
            return json.loads(text, object_pairs_hook=_without_repeats)
        except ValueError as error:
            raise InvalidFileError(str(error), where=path) from None
    try:
        import yaml
    except ImportError:
        raise MissingDependencyError(
            "YAML needs a package that is not installed", where=path, fix="pip install 'headwater[agents]'"
        ) from None

    class Loader(yaml.SafeLoader):
        def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
            # A few nested aliases can represent billions of values.
            if self.check_event(yaml.AliasEvent):
                raise yaml.MarkedYAMLError(problem="aliases (*name) are not used in cassettes")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
            # If a key is repeated, YAML parsers use its last value, so a mistake would silently remove a part of the
            # cassette.
            known: set[str] = set()
            for key, _ in node.value:
                if str(key.value) in known:
                    raise yaml.MarkedYAMLError(problem=f"{key.value!r} occurs twice", problem_mark=key.start_mark)
                known.add(str(key.value))
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506 - a SafeLoader that refuses more
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise InvalidFileError(f"{line}{error.problem}", where=path) from None
    except yaml.YAMLError as error:
        raise InvalidFileError(str(error), where=path) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} occurs twice")
    return content


def _first(error: ValidationError) -> str:
    """Return the first validation error and its location, such as ``turns[3].usage.input``."""
    detail = error.errors()[0]
    place = ""
    for part in detail["loc"]:
        place += f"[{part}]" if isinstance(part, int) else f".{part}"
    message = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        message = "there is no such field"
    return f"{place.lstrip('.')}: {message}"
