"""Runs the program with which a harness prepares a starting state, as if that program were an agent."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from headwater.agents import Command, Situation
from headwater.harnesses import PREPARED, Preparation
from headwater.tasks import Task
from headwater.trials._paths import TrialPaths

NAME = "preparation"
_FOLDER = PurePosixPath(PREPARED).name
_MARK = "made-before-trials.txt"


@dataclass(frozen=True)
class Preparing:
    """A program that runs a harness's preparation."""

    preparation: Preparation
    name: str = NAME

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The preparation's digest. The harness's digest includes it."""
        return self.name

    def command(self, situation: Situation) -> Command:  # noqa: ARG002
        """See ``command_of``."""
        return command_of(self.preparation)


def command_of(preparation: Preparation) -> Command:
    """Return the command, which writes its output to a folder in its home."""
    # The file makes the sandbox provide its folder, to which the program writes.
    files = {f"{_FOLDER}/{_MARK}": "What is beside this file was made of the starting state, once for all trials.\n"}
    argv, env = preparation.argv, preparation.env
    return Command(argv, env, layers=preparation.layers, files=files, keeps=(f"{_FOLDER}/*",))


def preparation_folder(paths: TrialPaths) -> Path:
    """Return the folder with a preparation's output."""
    return paths.agent_files / _FOLDER


def digest_of_made(preparation: Preparation, folder: Path) -> str | None:
    """Return the digest of a preparation's output, or None if no part of the output is reproducible."""
    if not preparation.digested:
        return None
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if any(fnmatchcase(name, pattern) for pattern in preparation.digested):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            # A file name can contain any bytes.
            digest.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
