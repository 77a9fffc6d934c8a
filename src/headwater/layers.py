"""Builds folders of installed software, which trials mount read-only.

Each folder is built once, from a lock file with exact versions and hashes, and stored below ``HEADWATER_HOME`` under
the digest of this file. Headwater processes that need the same folder wait for each other. An interrupted build leaves
nothing that could be mistaken for a layer.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from headwater.archives import machine_key, store_of
from headwater.errors import MissingDependencyError
from headwater.installation import Installation
from headwater.locks import exclusive
from headwater.plurals import counted

_FOLDERS = {"agent": "agents", "harness": "harnesses", "toolchain": "toolchains"}
_NODE = "/opt/node/bin/node"
_MODULES = "node_modules/"


@dataclass(frozen=True)
class Layer(ABC):
    """Software whose versions are fixed by lock files.

    Attributes:
        kind: ``agent``, ``harness`` or ``toolchain``.
        name: The name of the agent, harness or toolchain.
        lock: The folder with the committed lock.
        disk_mb: The required disk space in MiB, if it is large.
    """

    kind: str
    name: str
    lock: Path
    disk_mb: int = field(default=0, kw_only=True)

    @cached_property
    def digest(self) -> str:
        """The digest of the lock files and of everything else that determines the installed bytes."""
        digest = hashlib.sha256()
        for path in self.lock_files:
            digest.update(path.read_bytes())
        digest.update(self._built_for().encode())
        return digest.hexdigest()

    @property
    @abstractmethod
    def lock_files(self) -> Sequence[Path]:
        """The committed lock files."""

    def versions(self) -> Mapping[str, str]:
        """The locked version of each package."""
        return {}

    @abstractmethod
    def lacks(self) -> MissingDependencyError | None:
        """Return an error if this machine lacks something that is needed to build or run the layer, or None."""

    @abstractmethod
    def runtime(self) -> Mapping[str, Path]:
        """Return the paths on this machine that the programs need and that sandboxes do not contain by default.

        Maps paths in the sandbox to paths on the host.
        """

    @abstractmethod
    def _built_for(self) -> str:
        """What the layer is built for, such as a machine or an interpreter."""

    @abstractmethod
    def _install(self, folder: Path, installation: Installation) -> None:
        """Install into a folder that does not exist yet; ``installation`` runs programs."""

    def folder(self, home: Path) -> Path:
        """Return the layer's folder, which may not exist yet."""
        return home / _FOLDERS[self.kind] / f"{self.name}-{self.digest[:16]}"

    def is_built(self, home: Path) -> bool:
        """Return whether the layer is built."""
        return self.folder(home).is_dir()

    def lacks_here(self, home: Path) -> MissingDependencyError | None:
        """Return an error if a build below ``home`` lacks a program or disk space, or None."""
        if self.is_built(home):
            return None
        free = shutil.disk_usage(_existing(home)).free >> 20
        if free < self.disk_mb:
            what = f"it takes {self.disk_mb} MiB and {home} has {free}"
            return MissingDependencyError(what, fix="make room, or set HEADWATER_HOME")
        return self.lacks()

    def build(self, home: Path, notify: Callable[[str], None]) -> Path:
        """Return the layer's folder, building the layer or fetching it from the cache store if necessary.

        Raises:
            MissingDependencyError: The machine lacks a program that the installation needs.
            LayerError: The packages could not be installed.
            CancelledError: Ctrl-C ended the installation.
        """
        target, store = self.folder(home), store_of(home)
        with exclusive(home / "locks" / target.name):
            if store is not None and not target.is_dir():
                # The copy belongs to the current user, as if it had been built here.
                store.fetch(machine_key(target, home), target, keep_owners=False)
            if not target.is_dir():
                if missing := self.lacks_here(home):
                    raise MissingDependencyError(missing.what, where=self.name, fix=missing.fix)
                notify(f"building {self.kind} {self.name} (once)")
                installation = Installation(f"{self.kind} {self.name}", notify, _fix)
                building = target.with_name(f"{target.name}.building")
                # A killed process left this folder, because only the holder of the lock builds.
                shutil.rmtree(building, ignore_errors=True)
                building.parent.mkdir(parents=True, exist_ok=True)
                try:
                    self._install(building, installation)
                    building.rename(target)
                    installation.end()
                finally:
                    shutil.rmtree(building, ignore_errors=True)
            if store is not None:
                store.offer(machine_key(target, home), target)
        return target


@dataclass(frozen=True)
class PythonLayer(Layer):
    """A virtual environment from ``requirements.txt``, which ``uv pip compile`` generates from ``requirements.in``.

    Attributes:
        python: The interpreter, in uv's notation. The default is Headwater's own.
    """

    python: str = sys.executable

    @property
    def lock_files(self) -> Sequence[Path]:
        """The requirements with their hashes."""
        return [self.lock / "requirements.txt"]

    def versions(self) -> Mapping[str, str]:
        """The versions of the requirements, by lower-case package names."""
        return dict(re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", self.lock_files[0].read_text(), re.MULTILINE))

    @cached_property
    def interpreter(self) -> Path | None:
        """The path of the interpreter on this machine, or None."""
        from uv import find_uv_bin

        if Path(self.python).is_absolute():
            return Path(self.python)
        command = [find_uv_bin(), "python", "find", "--no-project", "--system", self.python]
        environment = {**os.environ, "PATH": _search_path(self.python)}
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.strip()
        return Path(found) if found else None

    def lacks(self) -> MissingDependencyError | None:
        """Return an error if the interpreter is missing."""
        if self.interpreter is not None:
            return None
        return MissingDependencyError(
            f"it needs Python {self.python}", fix=f"uv python install {self.python}, or put one on the PATH"
        )

    def runtime(self) -> Mapping[str, Path]:
        """Return the installation of the interpreter. Headwater's own is omitted, because every sandbox has it.

        A virtual environment can contain a copy of its interpreter (``venv --copies``). To mount the directory above
        the copy would show the agent Headwater's own packages, with all checks and solutions.
        """
        assert self.interpreter is not None
        prefix = self.interpreter.resolve().parents[1]
        is_shown = self.python == sys.executable or prefix.is_relative_to("/usr") or str(prefix) == sys.base_prefix
        return {} if is_shown else {str(prefix): prefix}

    def _built_for(self) -> str:
        return sys.version if self.python == sys.executable else f"{self.python} {self.interpreter}"

    def _install(self, folder: Path, installation: Installation) -> None:
        from uv import find_uv_bin

        uv = [find_uv_bin(), "--color=never"]
        create = [*uv, "venv", "--relocatable", "--no-project", "--python", str(self.interpreter), str(folder)]
        installation.run(create, "creating a virtual environment")
        install = ["pip", "install", "--python", str(folder / "bin/python"), "--compile-bytecode", "--link-mode=copy"]
        # The lock file is complete, so nothing is resolved, and packages that it omits on purpose are not installed.
        installation.run(
            [*uv, *install, "--no-deps", "--require-hashes", "-r", str(self.lock_files[0])],
            f"fetching {counted(len(self.versions()), 'Python package')}",
            then={"Prepared ": "copying the packages", "Installed ": "compiling bytecode"},
        )


@dataclass(frozen=True)
class NodeLayer(Layer):
    """``node_modules`` from ``package-lock.json``. The install scripts of packages do not run.

    Attributes:
        node_major: The minimum major version of node for the programs. 0 if they are native.
        programs: Patterns of files to make executable, for packages that do this only at their first run.
    """

    node_major: int = 0
    programs: tuple[str, ...] = ()

    @property
    def lock_files(self) -> Sequence[Path]:
        """The two files that npm reads."""
        return [self.lock / "package.json", self.lock / "package-lock.json"]

    def versions(self) -> Mapping[str, str]:
        """The versions of the packages that are not nested in others."""
        packages = json.loads(self.lock_files[1].read_text()).get("packages", {})
        outer = {path: package["version"] for path, package in packages.items() if path.count(_MODULES) == 1}
        return {path.removeprefix(_MODULES): version for path, version in outer.items()}

    @property
    def node(self) -> str:
        """The path of node in the sandbox."""
        found = _node()
        return str(found) if found is not None and found.is_relative_to("/usr") else _NODE

    def lacks(self) -> MissingDependencyError | None:
        """Return an error if npm or node is missing or too old."""
        if not shutil.which("npm"):
            return MissingDependencyError(
                "npm, which installs it, is not on the PATH", fix="apt-get install nodejs npm"
            )
        if self.node_major and (major := _node_major()) < self.node_major:
            what = f"node is {major}" if major else "node is not on the PATH"
            return MissingDependencyError(
                f"{what}, and it needs {self.node_major} or later", fix="install a newer nodejs"
            )
        return None

    def runtime(self) -> Mapping[str, Path]:
        """Return the installation of node, unless it is below ``/usr``."""
        found = _node()
        return {_NODE: found} if self.node_major and found and self.node == _NODE else {}

    def _built_for(self) -> str:
        return " ".join([platform.machine(), *self.programs])

    def _install(self, folder: Path, installation: Installation) -> None:
        folder.mkdir()
        for path in self.lock_files:
            shutil.copy(path, folder)
        # `npm ci` refuses a lock file without the packages of other platforms, which some registries do not have.
        flags = ["--no-save", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-update-notifier"]
        installation.run(
            ["npm", "install", *flags], f"fetching {counted(len(self.versions()), 'npm package')}", cwd=folder
        )
        for path in (path for pattern in self.programs for path in folder.glob(pattern)):
            path.chmod(0o755)


@dataclass(frozen=True)
class FilesLayer(Layer):
    """A copy of a folder that contains files such as programs and configuration. Links in the folder are followed.

    Attributes:
        programs: Patterns of the files to make executable, regardless of their mode.
    """

    programs: tuple[str, ...] = ()

    @cached_property
    def lock_files(self) -> Sequence[Path]:
        """All files in the folder, without bytecode."""
        return sorted(path for path in self.lock.rglob("*") if path.is_file() and "__pycache__" not in path.parts)

    def lacks(self) -> MissingDependencyError | None:
        """Return an error if the folder contains no files."""
        if self.lock_files:
            return None
        return MissingDependencyError(f"{self.lock} has no files", fix="reinstall the package that provides it")

    def runtime(self) -> Mapping[str, Path]:
        """Return an empty mapping, because files need no other paths on this machine."""
        return {}

    def _built_for(self) -> str:
        files = (f"{path.relative_to(self.lock)}\0{path.stat().st_size}" for path in self.lock_files)
        return "\0".join([*files, "", *self.programs])

    def _install(self, folder: Path, installation: Installation) -> None:  # noqa: ARG002
        for path in self.lock_files:
            target = folder / path.relative_to(self.lock)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            target.chmod(0o644)
        for path in (path for pattern in self.programs for path in folder.glob(pattern)):
            path.chmod(0o755)


def _existing(folder: Path) -> Path:
    """Return the folder, or its nearest parent that exists."""
    return next(each for each in (folder, *folder.parents) if each.is_dir())


def _fix(output: str) -> str:
    """Return a fix for a network with its own certificate authority, or an empty string if this is not the cause."""
    if re.search("certificate|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)", output) is None:
        return ""
    return (
        "if your network signs certificates itself, set UV_SYSTEM_CERTS=1 for Python packages, "
        "and NODE_EXTRA_CA_CERTS to your authority's file for npm"
    )


def _search_path(python: str) -> str:
    """Return the PATH with pyenv's interpreters instead of its shims, which run only the selected version."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    roots = [Path(folder).parent for folder in folders if folder.endswith("/.pyenv/shims")]
    if "PYENV_ROOT" in os.environ:
        roots.append(Path(os.environ["PYENV_ROOT"]))
    shims = {str(root / "shims") for root in roots}
    found = [str(path) for root in roots for path in sorted(root.glob(f"versions/{python}*/bin"))]
    return os.pathsep.join([*(folder for folder in folders if folder not in shims), *dict.fromkeys(found)])


def _node() -> Path | None:
    found = shutil.which("node")
    return Path(found).resolve() if found else None


@cache
def _node_major() -> int:
    """Return the major version of node on this machine, or 0 if there is none."""
    if not shutil.which("node"):
        return 0
    output = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    major = output.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdigit() else 0
