"""Asks a model for questions, and reports lint faults back to the model."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from headwater.gateway import Totals
from headwater.locks import exclusive
from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.models import Model, TextConversation, open_model, read_object, used_in
from headwater.suites.discovery.questions._answer import answer_of, guidelines_of, program_of
from headwater.suites.discovery.questions._documentation import documentation
from headwater.suites.discovery.questions._lint import lint
from headwater.suites.discovery.questions._records import Draft, UnwritableError
from headwater.trials import write_atomically

TRIES = 3
_FORMAT = "1"
"""Increased whenever the same model answer would become a different draft."""
_FIELDS = ("question", "guidelines")
_ANY = "writer"
"""The fallback cassette for drafts that do not have their own."""
_SYSTEM = """\
You write questions for a test in which an analyst has to find the right data first, among a thousand files. You are \
given a program, the answer that it prints, and what is known of the files that it reads. Write the question to which \
this is the answer, as a colleague would ask it who knows what the data are about, but not the files.

- One sentence, and one question. It says what is counted or computed, of what, where and when, so that only these \
files have the answer.
- It says every condition of the program, with each value as the program has it.
- It says nothing that the program does not do, and has no number or quoted text that the program does not have.
- It names no file, folder or dataset, and no column by its name in the file.
- The guidelines say the form of the answer: what kind of value, its unit if it has one, and to how many decimals it \
is rounded. They allow one form only.

Answer with a JSON object that has the texts "question" and "guidelines", and with nothing else."""


class _StoredDraft(BaseModel):
    """The result for an anchor: a draft, or the reason why there is none."""

    draft: Draft | None = None
    problem: str = ""
    tries: int


@dataclass(frozen=True)
class ModelWriter:
    """Asks a model for a question, at most three times. Drafts and costs are cached, so no draft is paid for twice.

    Attributes:
        model: The model.
        datasets: The data of the lake.
        folder: The folder for drafts and wire logs.
        notify: Called for each draft that is requested.
        cancel: Stops waiting when set.
    """

    model: Model
    datasets: Path
    folder: Path
    notify: Callable[[str], None] = lambda _: None
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        """The writer's name, such as ``model:claude-sonnet-4-6``."""
        return f"model:{self.model.name}"

    def write(self, anchor: Anchor) -> Draft:
        """Draft a question. See ``Writer``. The last draft is returned even if it breaks a rule.

        Raises:
            CancelledError: The work was interrupted.
            GatewayError: The model does not answer.
            UnwritableError: None of the model's answers is a draft, or a limit is reached.
            UserError: No key or cassette exists.
        """
        request = _request(anchor, self.datasets)
        # File names can contain bytes that are not valid text.
        digest = hashlib.sha256("\0".join((_FORMAT, self.name, _SYSTEM, request)).encode(errors="replace"))
        folder = self.folder / digest.hexdigest()[:24]
        draft_file = folder / "draft.json"
        # Without this lock, two processes could pay for the same draft.
        with exclusive(folder.with_suffix(".lock")):
            if not draft_file.is_file():
                found = self._ask(anchor, request, folder)
                folder.mkdir(parents=True, exist_ok=True)
                write_atomically(draft_file, found.model_dump_json(indent=1))
            known = _StoredDraft.model_validate_json(draft_file.read_bytes())
        if known.draft is None:
            raise UnwritableError(known.problem, where=f"{anchor.notebook}, cell {anchor.cell}")
        return known.draft

    def _ask(self, anchor: Anchor, request: str, folder: Path) -> _StoredDraft:
        names = (f"{_ANY}-{_slug(anchor.notebook)}-{anchor.cell}", _ANY)
        with open_model(self.model, _SYSTEM, folder, names, self.cancel) as conversation:
            found = self._converse(conversation, anchor, request)
        self.notify(f"{self.name} drafted a question of {anchor.notebook}, cell {anchor.cell}: {_cost(folder)}")
        return found

    def _converse(self, conversation: TextConversation, anchor: Anchor, request: str) -> _StoredDraft:
        draft, problems = None, [request]
        for number in range(1, TRIES + 1):
            text = conversation.ask(request if number == 1 else _again(problems))
            if text is None:
                # This failure is not stored, because another attempt can have a higher limit.
                raise UnwritableError(
                    "the limit of its conversation is reached", where=f"{anchor.notebook}, cell {anchor.cell}"
                )
            try:
                fields = read_object(text, _FIELDS)
            except ValueError as error:
                problems = [str(error)]
                continue
            draft = Draft(anchor=anchor, answer=answer_of(anchor), writer=self.name, **fields)
            if not (problems := lint(draft)):
                return _StoredDraft(draft=draft, tries=number)
        return _StoredDraft(draft=draft, problem=f"the answer of the model {problems[0]}", tries=TRIES)


def _request(anchor: Anchor, datasets: Path) -> str:
    return f"""\
The program:

{program_of(anchor)}
It prints: {answer_of(anchor)}
Guidelines that fit: {guidelines_of(anchor)}

What is known of its files, which a question must not name:

{documentation(anchor.files, datasets)}
"""


def _again(problems: list[str]) -> str:
    lines = "\n".join(f"- It {problem}." for problem in problems)
    return f"This is not right yet:\n{lines}\nWrite it again, as the whole JSON object."


def _slug(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))


def _cost(folder: Path) -> str:
    """Return the cost of a draft, including interrupted attempts."""
    used = used_in(folder)
    requests = sum(each.requests for each in used)
    return f"{requests} {'request' if requests == 1 else 'requests'}, {_money(used)}"


def _money(used: list[Totals]) -> str:
    if any(each.cost_usd is None for each in used):
        return "at an unknown price"
    return f"${sum(each.priced_usd for each in used):.4f}"
