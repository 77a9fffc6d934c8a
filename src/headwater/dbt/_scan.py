"""Reads each file separately, and keeps the result until the file changes."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.dbt._files import Files, ProjectFile
from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._properties import Properties, read_properties
from headwater.dbt._resources import Macro
from headwater.dbt._settings import PackageSettings
from headwater.dbt._yaml import YamlError, read_yaml

_MACRO = re.compile(r"\{%-?\+?\s*(macro|test|data_test)\s+(\w+)\s*\(")
_SNAPSHOT = re.compile(r"\{%-?\+?\s*snapshot\s+(\w+)\s*-?%\}")
_DOCS = re.compile(r"\{%-?\s*(?:docs\s+(\w+)|enddocs)\s*-?%\}")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


@dataclass(slots=True)
class PackageFiles:
    """The files of one package, grouped by their kind."""

    settings: PackageSettings
    models: list[ProjectFile] = field(default_factory=list)
    seeds: list[ProjectFile] = field(default_factory=list)
    snapshots: list[ProjectFile] = field(default_factory=list)
    tests: list[ProjectFile] = field(default_factory=list)
    macros: list[ProjectFile] = field(default_factory=list)
    properties: list[ProjectFile] = field(default_factory=list)
    docs: list[ProjectFile] = field(default_factory=list)

    def all(self) -> Iterator[ProjectFile]:
        """Yield every file of the package."""
        for files in (self.models, self.seeds, self.snapshots, self.tests, self.macros, self.properties, self.docs):
            yield from files


def find_files(files: Files, settings: PackageSettings) -> PackageFiles:
    """Find the files of a package."""
    found = PackageFiles(settings)
    yaml = (".yml", ".yaml")
    by_suffix = {
        "models": (found.models, (".sql", ".py")),
        "seeds": (found.seeds, (".csv",)),
        "snapshots": (found.snapshots, (".sql",)),
        "macros": (found.macros, (".sql",)),
        "tests": (found.tests, (".sql",)),
    }
    for kind, (target, suffixes) in by_suffix.items():
        for folder in settings.paths[kind]:
            for file in files.find(folder, (*suffixes, *yaml, ".md")):
                if file.name.endswith(yaml):
                    found.properties.append(file)
                elif file.name.endswith(".md"):
                    found.docs.append(file)
                elif kind == "tests" and file.path.startswith("generic/"):
                    found.macros.append(file)
                else:
                    target.append(file)
    return found


class Scanner:
    """Reads single files. A file is read again only when it has changed."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._properties: dict[str, tuple[ProjectFile, Properties]] = {}
        self._macros: dict[str, tuple[ProjectFile, list[Macro]]] = {}
        self._headers: dict[str, tuple[ProjectFile, tuple[str, ...]]] = {}

    def properties(self, file: ProjectFile, package: str) -> Properties:
        """Return the declarations in a property file."""
        cached_properties = self._properties.get(file.name)
        if cached_properties is None or cached_properties[0] != file:
            cached_properties = (file, self._read_properties(file, package))
            self._properties[file.name] = cached_properties
        return cached_properties[1]

    def _read_properties(self, file: ProjectFile, package: str) -> Properties:
        try:
            document = read_yaml(self._files.text(file.name, file.stamp))
        except YamlError as error:
            problem = Problem(ProblemKind.YAML, Location(file.name, error.line), f"not YAML: {error}")
            return Properties(problems=[problem])
        return read_properties(document, file.name, package)

    def macros(self, file: ProjectFile, package: str) -> list[Macro]:
        """Return the macros in a file. They are recognized by their first lines, and compiled only when called."""
        cached_macros = self._macros.get(file.name)
        if cached_macros is None or cached_macros[0] != file:
            text = _blank_comments(self._files.text(file.name, file.stamp))
            macros = []
            for match in _MACRO.finditer(text):
                name = match[2] if match[1] == "macro" else f"test_{match[2]}"
                macros.append(Macro(name, package, Location(file.name, text.count("\n", 0, match.start()) + 1)))
            cached_macros = (file, macros)
            self._macros[file.name] = cached_macros
        return cached_macros[1]

    def snapshots(self, file: ProjectFile) -> list[tuple[str, int]]:
        """Return the names and line numbers of the snapshot blocks in a file."""
        text = _blank_comments(self._files.text(file.name, file.stamp))
        return [(match[1], text.count("\n", 0, match.start()) + 1) for match in _SNAPSHOT.finditer(text)]

    def header(self, file: ProjectFile, delimiter: str) -> tuple[str, ...]:
        """Return the names in the first line of a seed."""
        cached_header = self._headers.get(file.name)
        if cached_header is None or cached_header[0] != file:
            cached_header = (file, self._read_header(file, delimiter))
            self._headers[file.name] = cached_header
        return cached_header[1]

    def _read_header(self, file: ProjectFile, delimiter: str) -> tuple[str, ...]:
        if not self._files.inside(file.name):
            return ()
        try:
            with open(self._files.absolute(file.name), encoding="utf-8-sig", newline="") as lines:  # noqa: PTH123
                first = lines.readline(100_000)
        except (OSError, UnicodeDecodeError):
            self._files.note(file.name, "its first line cannot be read")
            return ()
        try:
            return tuple(name.strip() for name in next(csv.reader([first], delimiter=delimiter), []))
        except csv.Error as error:
            self._files.note(file.name, f"no CSV header: {error}")
            return ()

    def docs(self, file: ProjectFile) -> dict[str, str]:
        """Return the docs blocks in a Markdown file."""
        text = self._files.text(file.name, file.stamp)
        tags = list(_DOCS.finditer(text))
        return {
            tag[1]: text[tag.end() : end.start()].strip()
            for tag, end in itertools.pairwise(tags)
            if tag[1] and not end[1]
        }


def _blank_comments(text: str) -> str:
    """Return a text without its Jinja comments. Line numbers do not change."""
    # Without this check, each unclosed comment would cause a search to the end of the text.
    if text.rfind("#}") < text.rfind("{#") or "{#" not in text:
        return text
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
