"""Asks a model for harder questions, and reports back which rule a rejected question breaks."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import UnsupportedError
from headwater.suites.discovery.evolving import _harder
from headwater.suites.discovery.evolving._ports import Bench, Harder, SolverAttempt, Step
from headwater.suites.discovery.models import Model, TextConversation, open_model, read_object
from headwater.suites.discovery.questions import documentation
from headwater.suites.discovery.tasks_source import SourceTask

_TRIES = 3
_FIELDS = ("step", "what", "question", "program")
_CASSETTE = "generator"
_SYSTEM = """\
You make questions harder for a test in which an analyst has to find the right data first, among a thousand files. You \
are given a question, the program that answers it, what is known of its files, its look-alikes, and who solved it from \
which files. Change it so that those who solved it would take other files, and so that it still has one answer, which \
somebody finds who reads the data and their documents. Take one of these steps:

- "fewer hints": the question says less that gives the files away. It still says every value by which the program \
filters. The program stays as it is.
- "aliases": the question names things differently than names of files and columns do. The program stays as it is.
- "a nearer look-alike": the question asks for the data of another file, for which the present one is easily taken; \
the program reads that file.
- "another join": the question needs one more file; the program reads it, too.

The question names no file, folder or dataset, and is one sentence. A changed program reads files of the lake as \
/data/<dataset>/<path>, names each path as a text, ends with the same kind of print, and gives another answer.

Answer with a JSON object that has the texts "step" (one of the four), "what" (what you changed, in a few words), \
"question" and "program" (all of it), and with nothing else."""


@dataclass(frozen=True)
class ModelGenerator:
    """Asks a model for a harder question, at most three times per round.

    Attributes:
        folder: The parent folder of the wire logs, one for each round.
    """

    model: Model
    folder: Path

    @property
    def name(self) -> str:
        """The generator's name, such as ``model:claude-sonnet-4-6``."""
        return f"model:{self.model.name}"

    @property
    def digest(self) -> str:
        """The digest of the model, its instructions and the rules."""
        # The rules determine which of the model's answers are used.
        code = f"{_SYSTEM}\0{inspect.getsource(_harder)}"
        return hashlib.sha256(f"{self.name}\0{self.model.limits.model_dump_json()}\0{code}".encode()).hexdigest()

    def harden(self, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench, label: str) -> Harder | None:
        """Return a harder question. See ``Generator``.

        Raises:
            CancelledError: The work was interrupted.
            GatewayError: The model does not answer.
            UserError: No key or cassette exists.
        """
        names = (f"{_CASSETTE}-{task.source.id}", _CASSETTE)
        with open_model(self.model, _SYSTEM, self.folder / label, names, bench.cancel) as conversation:
            return self._converse(conversation, task, attempts, bench)

    def _converse(
        self, conversation: TextConversation, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench
    ) -> Harder | None:
        request = _request(task, attempts, bench)
        for _ in range(_TRIES):
            text = conversation.ask(request)
            if text is None:
                return None
            try:
                return self._read(text, task, bench)
            except (UnsupportedError, ValueError) as error:
                problem = error.what if isinstance(error, UnsupportedError) else str(error)
                request = f"This cannot be used: it {problem}.\nAnswer again, with the whole JSON object."
        return None

    def _read(self, text: str, task: SourceTask, bench: Bench) -> Harder:
        """Parse the model's answer.

        Raises:
            UnsupportedError: The question breaks a rule.
            ValueError: The text is not a valid answer.
        """
        fields = read_object(text, _FIELDS)
        if fields["step"] not in list(Step):
            raise ValueError(f"has no step {fields['step'][:40]!r}")
        is_same = fields["program"].strip() == task.program.strip()
        program = task.program if is_same else f"{fields['program']}\n"
        found = _harder.harder(task, fields["question"], program, self.name, bench)
        return Harder(step=Step(fields["step"]), what=fields["what"][:200], task=found)


def _request(task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench) -> str:
    source = task.source
    lookalikes = "\n".join(f"- {each.path} for {each.target}: {each.why}" for each in source.lookalikes)
    made = "\n".join(
        f"- {each.solver} {'solved it' if each.is_solved else 'did not solve it'} from {', '.join(each.files) or '?'}"
        for each in attempts
    )
    return f"""\
The question: {source.question}
Guidelines: {source.guidelines}
The answer: {source.answer}

The program:

{task.program}
Look-alikes:
{lookalikes}

Attempts:
{made}

What is known of its files:

{documentation(source.targets, bench.laboratory.datasets)}
"""
