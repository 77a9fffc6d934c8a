"""Tests a harness by doing real work with each tool, and measures the cost of the tools and of mounting them."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater import harnesses
from headwater.grading import Completed, Tooling
from headwater.harnesses import BASE, PROOF, Harness, Proof
from headwater.records import ServiceName, StartingState, TaskConfig, Tier
from headwater.records.task import Category, Competency
from headwater.sandbox import remove_tree, run_in_cell
from headwater.trials import ProofRun, Setting, mount_seconds, run_proof

MOUNTING_LIMIT_MS = 50.0
"""The maximum time that mounting a harness may add to a trial, compared with `base`."""
_ROUNDS = 21
_SERVICES_SEC = 180.0
_TAIL = 1000


@dataclass(frozen=True)
class Proven:
    """The result of a proof.

    Attributes:
        problem: The reason why the tools do not work. Empty if they work.
        start_sec: The time that the tool took to start. None if the proof has no command that starts it.
        seconds: The time that the proof took, excluding the start of the tool. None if the tool did not start.
        memory_mib: The peak of the total memory of the proof's processes, sampled four times a second.
    """

    proof: Proof
    problem: str
    start_sec: float | None
    seconds: float | None
    memory_mib: int


@dataclass(frozen=True)
class Mounting:
    """The time to create a sandbox, run a program that does nothing, and remove the sandbox.

    The times are minima, because other load on the machine can only add to them. `base` is measured twice, as if it
    were two harnesses, so the difference between its two times shows how exact the measurement is.

    Attributes:
        base_ms: The minimum with the layers of `base`.
        again_ms: The minimum of the other measurements with the layers of `base`.
        harness_ms: The minimum with the additional layers of the harness.
        rounds: The number of measurements of each of the three.
    """

    base_ms: float
    again_ms: float
    harness_ms: float
    rounds: int

    @property
    def extra_ms(self) -> float:
        """The cost of mounting the harness."""
        return self.harness_ms - self.base_ms

    @property
    def noise_ms(self) -> float:
        """The difference between the two measurements of `base`."""
        return self.again_ms - self.base_ms

    @property
    def problem(self) -> str:
        """The message if mounting takes too long, or else an empty string."""
        if self.extra_ms <= MOUNTING_LIMIT_MS:
            return ""
        return f"mounting it costs a trial {self.extra_ms:.1f} ms, and the limit is {MOUNTING_LIMIT_MS:.0f} ms"


def prove_harness(setting: Setting, harness: Harness, notify: Callable[[str], None]) -> Iterator[Proven]:
    """Run a harness's proofs, one after the other.

    Args:
        setting: The setting of a trial whose harness is built.
        harness: Its declaration.
        notify: Called with the name of each proof.

    Raises:
        InfraError: A service or the sandbox failed.
        CancelledError: The run was interrupted.
    """
    layers = harness.preparation.layers if harness.preparation else {}
    of_preparation = {target: layer.folder(setting.home) for target, layer in layers.items()}
    for proof in harness.proofs:
        notify(f"{harness.name}: {proof.name}")
        config = _config(proof.services)
        tooling = setting.tooling(config)
        proof_tooling = Tooling({**tooling.mounts, **of_preparation, PROOF: proof.folder}, tooling.env)
        services = (*proof.services, *setting.requested(config))
        limit_sec = 2 * proof.timeout_sec + _SERVICES_SEC
        proof_run: ProofRun = _in_cell(setting, limit_sec, run_proof, config, proof_tooling, services, proof)
        yield _judge(proof, proof_run)


def measure_mounting(setting: Setting, notify: Callable[[str], None]) -> Mounting:
    """Measure the cost of mounting the harness, compared with `base` in the same run.

    The number of measurements is fixed, so that it does not depend on their results. They alternate, and each kind is
    the first, second and third of a round equally often.

    Raises:
        InfraError: The sandbox failed.
        CancelledError: The run was interrupted.
    """
    base = harnesses.prepare(BASE, setting.home, notify)
    notify(f"{setting.harness.name}: mounting")
    kinds = [Tooling(mounts, base.env) for mounts in (base.mounts, base.mounts, setting.harness.mounts)]
    least = [math.inf] * len(kinds)
    for number in range(_ROUNDS):
        for place in range(len(kinds)):
            kind = (number + place) % len(kinds)
            seconds = _in_cell(setting, _SERVICES_SEC, mount_seconds, _config(()), kinds[kind])
            least[kind] = min(least[kind], 1000 * seconds)
    of_base, of_base_again, of_harness = least
    return Mounting(of_base, of_base_again, of_harness, _ROUNDS)


def _judge(proof: Proof, proof_run: ProofRun) -> Proven:
    runs = [(proof.start, proof_run.started), (proof.command, proof_run.proved)]
    problems = [_problem(command, run) for command, run in runs if run is not None and run.exit_code != 0]
    return Proven(
        proof,
        "\n".join(problems),
        proof_run.started.seconds if proof_run.started else None,
        proof_run.proved.seconds if proof_run.proved else None,
        proof_run.memory_mib,
    )


def _problem(command: str, run: Completed) -> str:
    output = f"{run.stdout.strip()[-_TAIL:]}\n{run.stderr.strip()[-_TAIL:]}".strip()
    return f"`{command}` ended with exit code {run.exit_code}:\n{output}"


def _config(services: Sequence[ServiceName]) -> TaskConfig:
    return TaskConfig(
        id="proof",
        title="Proof of a harness",
        suite="harnesses",
        tier=Tier.TIER_1,
        category=Category.DEBUGGING,
        competencies=(Competency.ENVIRONMENT_SETUP,),
        starting_state=StartingState.GREENFIELD,
        services=tuple(services),
    )


def _in_cell(setting: Setting, limit_sec: float, function: Callable[..., Any], *args: object) -> Any:
    folder = Path(tempfile.mkdtemp(prefix=".proof-", dir=setting.home))
    try:
        return run_in_cell(function, folder, *args, cancel=setting.cancel, timeout_sec=limit_sec)
    finally:
        remove_tree(folder)
