"""Reads a package's layout and configuration from ``dbt_project.yml``, ``packages.yml`` and ``profiles.yml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from headwater.dbt._files import Files
from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import Package
from headwater.dbt._yaml import YamlError, read_yaml
from headwater.dbt.jinja import Target

PROJECT_FILE = "dbt_project.yml"
_CONFIG_KEYS = frozenset(
    {
        "enabled",
        "materialized",
        "schema",
        "database",
        "alias",
        "tags",
        "meta",
        "unique_key",
        "strategy",
        "quote_columns",
    }
)


@dataclass(frozen=True, slots=True)
class PackageSettings:
    """The content of a package's ``dbt_project.yml``.

    Attributes:
        folder: The package's folder, relative to the project's folder.
        configs: The configuration trees under ``models:``, ``seeds:``, ``snapshots:`` and ``sources:``.
        dispatch: The packages to search for each namespace's macros.
    """

    name: str
    folder: str
    profile: str
    paths: Mapping[str, tuple[str, ...]]
    packages_folder: str
    variables: Mapping[str, Any] = field(default_factory=dict)
    configs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    dispatch: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    target_folder: str = "target"


_PATHS = {
    "models": (("model-paths", "source-paths"), ("models",)),
    "seeds": (("seed-paths", "data-paths"), ("seeds", "data")),
    "macros": (("macro-paths",), ("macros",)),
    "snapshots": (("snapshot-paths",), ("snapshots",)),
    "tests": (("test-paths",), ("tests",)),
    "docs": (("docs-paths",), ()),
}


def read_settings(files: Files, folder: str, problems: list[Problem]) -> PackageSettings:
    """Return the settings of the package in a folder, or dbt's defaults if ``dbt_project.yml`` is broken."""
    name = f"{folder}/{PROJECT_FILE}" if folder else PROJECT_FILE
    document = yaml_of(files, name, problems)
    paths = {
        kind: next(
            (tuple(map(str, document[key])) for key in keys if isinstance(document.get(key), list)),
            default,
        )
        for kind, (keys, default) in _PATHS.items()
    }
    fallback = (folder or files.root).rstrip("/").split("/")[-1]
    return PackageSettings(
        name=str(document.get("name") or fallback),
        folder=folder,
        profile=str(document.get("profile") or ""),
        paths={kind: tuple(_join(folder, path) for path in given_paths) for kind, given_paths in paths.items()},
        packages_folder=str(document.get("packages-install-path") or document.get("modules-path") or "dbt_packages"),
        variables=_mapping(document.get("vars")),
        configs={kind: _mapping(document.get(kind)) for kind in ("models", "seeds", "snapshots", "sources")},
        dispatch=_dispatch(document.get("dispatch")),
        target_folder=str(document.get("target-path") or "target"),
    )


def yaml_of(files: Files, name: str, problems: list[Problem]) -> Mapping[str, Any]:
    """Return the mapping in a YAML file. If the file contains no mapping, record a problem and return an empty one."""
    try:
        document = read_yaml(files.text(name))
    except YamlError as error:
        problems.append(Problem(ProblemKind.YAML, Location(name, error.line), f"not YAML: {error}"))
        return {}
    if document is not None and not isinstance(document, dict):
        problems.append(Problem(ProblemKind.YAML, Location(name, 1), "should be a mapping"))
        return {}
    return document or {}


def config_of(tree: Mapping[str, Any], parts: list[str]) -> dict[str, Any]:
    """Return a node's configuration from a configuration tree, given the node's path: (package, folder…, name)."""
    found: dict[str, Any] = {}
    level: Any = tree
    for part in [*parts, None]:
        for key, value in level.items():
            if key.startswith("+"):
                found[key[1:]] = value
            elif not isinstance(value, dict) and (key in _CONFIG_KEYS or key not in parts):
                found[key] = value
        level = level.get(part) if part is not None else None
        if not isinstance(level, dict):
            break
    return found


def declared_packages(files: Files, problems: list[Problem]) -> Iterator[tuple[Package, str]]:
    """Yield the packages that the project requires. For a local package, the folder is included."""
    for name in ("packages.yml", "dependencies.yml"):
        if files.stamp(name) is None:
            continue
        items = yaml_of(files, name, problems).get("packages")
        if not isinstance(items, list):
            continue
        for item, line in zip(items, getattr(items, "lines", [1] * len(items)), strict=True):
            if isinstance(item, dict):
                local = str(item.get("local") or "")
                source = str(item.get("package") or item.get("git") or local or item.get("tarball") or "")
                version = str(item.get("version") or item.get("revision") or "")
                full = files.absolute(local) if local else source
                short = full.rstrip("/").split("/")[-1].removesuffix(".git")
                yield (
                    Package(str(item.get("name") or short), version, installed=False, place=Location(name, line)),
                    local,
                )


def read_target(files: Files, settings: PackageSettings, problems: list[Problem]) -> Target | None:
    """Return the target in the project's own ``profiles.yml``, or None if there is no such file or target.

    Profiles in other folders are not read, because they contain secrets.
    """
    if files.stamp("profiles.yml") is None:
        return None
    profiles = yaml_of(files, "profiles.yml", problems)
    profile = _mapping(profiles.get(settings.profile)) or next(
        (value for value in profiles.values() if isinstance(value, dict) and "outputs" in value), {}
    )
    outputs = _mapping(profile.get("outputs"))
    name = str(profile.get("target") or "dev")
    output = _mapping(outputs.get(name)) or next(iter(map(_mapping, outputs.values())), {})
    if not isinstance(output.get("type"), str):
        return None
    return Target(type=output["type"], name=name if "{" not in name else "dev", profile_name=settings.profile)


def _dispatch(items: Any) -> dict[str, tuple[str, ...]]:
    found = {}
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and isinstance(item.get("search_order"), list):
            found[str(item.get("macro_namespace"))] = tuple(map(str, item["search_order"]))
    return found


def _join(folder: str, path: str) -> str:
    return f"{folder}/{path}" if folder else path


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
