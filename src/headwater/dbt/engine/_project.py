"""Adapts a project to the engine, which renders it for the project's own target and with dbt's tests as macros."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from headwater.dbt import DbtProject, Location, Macro, Rendered, Target
from headwater.errors import InvalidFileError, NotFoundError, UnsupportedError

_OWN_FILE = "<tests of dbt>"
_DBT_TESTS = Path(__file__).with_name("dbt_tests.sql")
_OWN = {f"test_{name}" for name in ("not_null", "unique", "accepted_values", "relationships")}


class EngineProject(DbtProject):
    """A project in which relations are named as dbt-duckdb names them for the project's own profile.

    Attributes:
        entries: The declarations in the property files, once they have been read. They do not depend on the templates'
            text.
    """

    def __init__(self, folder: Path) -> None:
        self._texts: dict[str, str] = {}
        self.entries: object = None
        self._profile = _read_profile(folder)
        super().__init__(folder)

    @classmethod
    def read(cls, folder: Path) -> EngineProject:
        """Read the project in a folder.

        Raises:
            NotFoundError: The folder has no ``dbt_project.yml`` or no ``profiles.yml``.
            InvalidFileError: The profile does not name exactly one target.
            UnsupportedError: The target is not a DuckDB database.
        """
        project = cls(folder)
        project.refresh()
        return project

    @property
    def target(self) -> Target:
        """The target of the project's own profile."""
        return self._profile

    def macro(self, name: str, package: str) -> Macro | None:
        """Return a package's macro. The macros of dbt's four tests exist even if the project does not define them."""
        found = super().macro(name, package)
        if found is None and name in _OWN:
            return Macro(name, package, Location(_OWN_FILE, 1))
        return found

    def text(self, place: Location) -> str:
        """Return the text of a file in the project, or of the file with dbt's tests."""
        if place.file in self._texts:
            return self._texts[place.file]
        return _DBT_TESTS.read_text() if place.file == _OWN_FILE else super().text(place)

    def file_text(self, file: str) -> str:
        """Return the text of any file in the project, or an empty string if the file cannot be read."""
        if file in self._texts:
            return self._texts[file]
        try:
            return (self.folder / file).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return ""

    def with_texts(self, texts: Mapping[str, str]) -> EngineProject:
        """Return a copy of the project with changed texts for some of its templates and seeds."""
        changed = copy.copy(self)
        changed._texts = {**self._texts, **texts}
        return changed


class Overridden:
    """A project as seen by one unit test, with the test's variables, and with macros that return the test's values."""

    def __init__(self, project: EngineProject, variables: Mapping[str, Any], macros: Mapping[str, Any]) -> None:
        self._project = project
        self._variables = variables
        self._macros = {name.rpartition(".")[2]: value for name, value in macros.items()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._project, name)

    def macro(self, name: str, package: str) -> Macro | None:
        """Return the test's override of a macro, or else the project's macro."""
        if name in self._macros:
            return Macro(name, package, Location(f"<override> {name}", 1))
        return self._project.macro(name, package)

    def text(self, place: Location) -> str:
        """Return the text of an override, or of a file in the project."""
        kind, _, name = place.file.partition(" ")
        if kind == "<override>":
            return f"{{% macro {name}() %}}{{{{ return({self._macros[name]!r}) }}}}{{% endmacro %}}"
        return self._project.text(place)

    def variables(self, package: str) -> Mapping[str, Any]:
        """Return a package's variables, overridden by the test's variables."""
        return {**self._project.variables(package), **self._variables}


def parents_of(rendered: Rendered) -> tuple[str, ...]:
    """Return the unique id of each node to which a template refers, without duplicates."""
    return tuple(dict.fromkeys(uid for _, uid in rendered.references if uid is not None))


def _read_profile(folder: Path) -> Target:
    path = folder / "profiles.yml"
    try:
        profiles = yaml.safe_load(path.read_text())
        settings = yaml.safe_load((folder / "dbt_project.yml").read_text())
        profile = profiles[settings["profile"]]
        name = profile["target"]
        output = profile["outputs"][name]
        if output["type"] != "duckdb":
            raise UnsupportedError(
                f"target {name} is of type {output['type']}", where=path, fix="this engine runs duckdb"
            )
        return Target(
            type="duckdb",
            name=name,
            profile_name=settings["profile"],
            schema=output["schema"],
            database=Path(output["path"]).stem,
            threads=int(output.get("threads", 1)),
        )
    except FileNotFoundError as error:
        raise NotFoundError(
            "no such file", where=error.filename, fix="a project has dbt_project.yml and profiles.yml"
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError, yaml.YAMLError) as error:
        raise InvalidFileError(f"not a profile of one DuckDB target: {error!r}", where=path) from None
