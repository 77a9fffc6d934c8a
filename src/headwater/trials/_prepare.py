"""What a harness makes of a starting state, run as an agent would be."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from headwater.agents import Agent, Command, ModelAgent, Situation
from headwater.harnesses import PREPARED, Harness, Preparation
from headwater.records import GatewayOutcome, PromptVariant, TrialSpec
from headwater.tasks import Task
from headwater.trials._models import Models
from headwater.trials._paths import TrialPaths

NAME = "preparation"
_FOLDER = PurePosixPath(PREPARED).name
_MARK = "made-before-trials.txt"


@dataclass(frozen=True)
class Preparing:
    """Runs a harness's preparation."""

    preparation: Preparation
    name: str = NAME

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Part of the harness's."""
        return self.name

    def command(self, situation: Situation) -> Command:  # noqa: ARG002
        """See ``command_of``."""
        return command_of(self.preparation)


def preparing(preparation: Preparation) -> Agent:
    """Return what runs a preparation: with the model that it asks, if it asks one."""
    if not preparation.model:
        return Preparing(preparation)
    from headwater.trials._prepare_by_model import PreparingByModel

    return PreparingByModel(preparation.model, preparation)


def preparing_spec(task: str, harness: str) -> TrialSpec:
    """Name the one run in which a harness is prepared for a task."""
    return TrialSpec(task=task, agent=NAME, harness=harness, prompt=PromptVariant.BASELINE, repeat=1)


def command_of(preparation: Preparation) -> Command:
    """Run it, with a folder in its home for what it makes."""
    files = {f"{_FOLDER}/{_MARK}": "What is beside this file was made of the starting state, once for all trials.\n"}
    argv, env = preparation.argv, preparation.env
    return Command(argv, env, layers=preparation.layers, files=files, keeps=(f"{_FOLDER}/*",))


def require_answers(models: Models, harness: Harness, task: str) -> None:
    """Make sure that a harness's preparation can ask its model, if it has one.

    Raises:
        UserError: There is no key, no cassette, or no price where the limit is on cost.
    """
    preparer = preparing(harness.preparation) if harness.preparation else None
    if isinstance(preparer, ModelAgent):
        models.require(preparer, preparing_spec(task, harness.name))


def answered_by(models: Models, preparer: Agent, spec: TrialSpec) -> str:
    """Digest the cassette that answers a preparation; empty where a provider does, or nobody is asked.

    What a cassette has said is never taken for what a model said.
    """
    if models.replay is None or not isinstance(preparer, ModelAgent):
        return ""
    from headwater.trials._model import find_cassette

    cassette = find_cassette(models.replay, preparer, spec)
    return hashlib.sha256(cassette.model_dump_json().encode()).hexdigest()


def counted(paths: TrialPaths) -> GatewayOutcome | None:
    """Return what was counted of the model that a preparation asked, if it could ask one."""
    if not paths.wire_log.is_file():
        return None
    from headwater.gateway import read_outcome

    return read_outcome(paths.wire_log)


def keep_answers(models: Models, preparer: Agent, spec: TrialSpec, paths: TrialPaths) -> None:
    """Write the cassette of a preparation, if the job records and a model said anything."""
    if isinstance(preparer, ModelAgent):
        from headwater.trials._model import keep_recording

        keep_recording(models, preparer, spec, paths.wire_log)


def kept(paths: TrialPaths) -> Path:
    """Return the folder with what a preparation has made."""
    return paths.agent_files / _FOLDER


def digest_of_made(preparation: Preparation, folder: Path) -> str | None:
    """Return the digest of what was made; None where none of it is the same whenever it is made."""
    if not preparation.digested:
        return None
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if any(fnmatchcase(name, pattern) for pattern in preparation.digested):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
