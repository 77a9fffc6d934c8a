"""Reads the files of an instance's dbt project: its names, its shipped models and its missing models."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from headwater.dbt import YamlError, read_yaml

PACKAGES = "dbt_packages"
_LEFT_BY_RUNS = {"target", "logs", ".git", "__pycache__", ".DS_Store", ".user.yml"}
"""The output of dbt runs, which reveals the author's results, including the compiled SQL of the missing models."""
_LEFT_SUFFIXES = (".duckdb", ".wal", ".pyc")
_REF = re.compile(r"""\bref\(\s*['"](\w+)['"]\s*\)""")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_YAML_COMMENT = re.compile(r"(?m)#[^\n]*")
_TEMPLATES = (".sql", ".py")


class ProjectError(Exception):
    """Raised if a project cannot be used. The message is one line."""


@dataclass(frozen=True)
class Project:
    """A dbt project, which is a folder with ``dbt_project.yml`` and ``profiles.yml``."""

    folder: Path

    @cached_property
    def database(self) -> str:
        """The name of the DuckDB file to which the profile writes, in the folder of ``dbt_project.yml``.

        Raises:
            ProjectError: The profile is missing, or does not name such a file.
        """
        for name in ("dbt_project.yml", "profiles.yml"):
            if not (self.folder / name).is_file():
                raise ProjectError(f"its project has no {name}")
        profiles = _yaml(self.folder / "profiles.yml")
        outputs = [
            output
            for profile in (profiles or {}).values()
            if isinstance(profile, dict) and isinstance(profile.get("outputs"), dict)
            for output in profile["outputs"].values()
            if isinstance(output, dict) and output.get("type") == "duckdb"
        ]
        name = str(outputs[0].get("path", "")).removeprefix("./") if len(outputs) == 1 else ""
        if not name.endswith(".duckdb") or "/" in name:
            raise ProjectError("profiles.yml names no DuckDB file next to it")
        return name

    def files(self) -> Iterator[str]:
        """Yield the files of the project, sorted by path, except databases and the output of runs.

        Raises:
            ProjectError: The project contains a link or another special file.
        """
        for parent, folders, names in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if name not in _LEFT_BY_RUNS)
            for name in [*sorted(names), *folders]:
                path = Path(parent, name)
                mode = path.lstat().st_mode
                if stat.S_ISDIR(mode):
                    continue
                if not stat.S_ISREG(mode):
                    raise ProjectError(f"{path.relative_to(self.folder)} is not a regular file")
                if name not in _LEFT_BY_RUNS and not name.endswith(_LEFT_SUFFIXES):
                    yield path.relative_to(self.folder).as_posix()

    @cached_property
    def models(self) -> dict[str, str]:
        """The paths of the project's own models, keyed by lower-case name."""
        return {Path(name).stem.lower(): name for name in self._own() if name.endswith(_TEMPLATES)}

    @cached_property
    def known(self) -> frozenset[str]:
        """The names that ``ref`` can resolve: the models, seeds and snapshots of the project and its packages."""
        folders = [self.folder, *sorted((self.folder / PACKAGES).glob("*"))]
        return frozenset(
            path.stem.lower()
            for folder in folders
            for kind in ("models", "seeds", "snapshots", "data")
            for path in (folder / kind).rglob("*")
            if path.suffix in (*_TEMPLATES, ".csv")
        )

    def refs(self, path: str) -> tuple[str, ...]:
        """Return the names that a project file passes to ``ref``, as spelled in the file."""
        text = (self.folder / path).read_text(encoding="utf-8", errors="replace")
        # dbt renders templates in SQL comments, but not in YAML comments.
        text = (_YAML_COMMENT if path.endswith(".yml") else _COMMENT).sub("", text)
        return tuple(dict.fromkeys(_REF.findall(text)))

    @cached_property
    def dangling(self) -> tuple[str, ...]:
        """The names that the project's own models and settings refer to but that nothing builds."""
        paths = [name for name in self._own() if name.endswith(".sql")]
        found = dict.fromkeys(ref for path in ["dbt_project.yml", *paths] for ref in self.refs(path))
        return tuple(name for name in found if name.lower() not in self.known)

    @cached_property
    def seed_folders(self) -> tuple[Path, ...]:
        """The folders with the test data of vendored packages, source packages first."""
        found = sorted((self.folder / PACKAGES).glob("*/integration_tests/seeds"))
        return tuple(sorted(found, key=lambda path: not path.parts[-3].endswith("_source")))

    def _own(self) -> Iterator[str]:
        """Yield the files below ``models``."""
        root = self.folder / "models"
        for path in sorted(root.rglob("*")):
            if path.is_file():
                yield path.relative_to(self.folder).as_posix()


def _yaml(path: Path) -> dict[str, object]:
    try:
        value = read_yaml(path.read_text(encoding="utf-8", errors="replace"))
    except YamlError as error:
        raise ProjectError(f"{path.name}:{error.line}: {error}") from None
    if not isinstance(value, dict):
        raise ProjectError(f"{path.name} is not a mapping")
    return value
