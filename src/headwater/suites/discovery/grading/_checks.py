"""Defines the checks for every question."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.grading import (
    Announce,
    Check,
    Completed,
    Graded,
    Result,
    Shown,
    announces,
    correct,
    expect,
    functional,
    performant,
    production,
    robust,
)
from headwater.records import FileReads
from headwater.sandbox import DATA
from headwater.suites.discovery.grading._program import (
    data_bytes,
    data_files,
    run_changed,
    run_left,
    run_reference,
    shown_changed,
)
from headwater.suites.discovery.grading._question import (
    LEAST_BYTES,
    MOST_TIMES,
    PROGRAM,
    RESULT,
    ChangedData,
    GradedQuestion,
)
from headwater.suites.discovery.scoring import FileScore, has_form_of, kind_of, score_counts, strict_difference

_MOST_TIME = 5
_LEAST_SEC = 10.0
_SHORT = 200


def checks_of(question: GradedQuestion) -> dict[str, Check | Announce]:
    """Return a mapping from name to check (or changed-data announcement), to be set as attributes of a checks module.

    Some checks are omitted if the question has no known target files or no changed data.
    """
    checks = (
        *_functional(question),
        _correct(question),
        *((_robust(question, question.changed), *_performant(question)) if question.changed else ()),
        *(_production(question) if question.targets else ()),
    )
    return {check.__name__: check for check in checks} | {"changed_data": _changed_data(question)}


def _changed_data(question: GradedQuestion) -> Announce:
    @announces
    def changed_data(graded: Graded) -> list[Shown]:
        """The program will run on the changed data if its answer is right."""
        if question.changed is None or strict_difference(_answer(graded), question.answer, question.guidelines):
            return []
        return [shown_changed(graded, question.changed)]

    return changed_data


def _functional(question: GradedQuestion) -> list[Check]:
    def difference(graded: Graded, run: Completed) -> str:
        return strict_difference(run.stdout.strip(), _answer(graded), question.guidelines)

    @functional
    def answer_has_the_asked_form(graded: Graded) -> Result:
        """The answer file exists, and both it and the program's output have the requested form."""
        answer = _answer(graded)
        native = {"ea": float(not strict_difference(answer, question.answer, question.guidelines))}
        if not answer:
            return Result(False, f"{RESULT} is missing or empty", {"native": native})
        form = kind_of(question.answer, question.guidelines)
        agent_run = run_left(graded, lambda run: not difference(graded, run)).completed
        for text, what in ((answer, "the answer"), (agent_run.stdout.strip(), "what the program prints")):
            if not has_form_of(text, question.answer, question.guidelines):
                found = kind_of(text, question.guidelines) if text else "of no text"
                return Result(False, f"{what} has the form {found}, but {form} was requested", {"native": native})
        return Result(True, f"it has the form {form}", {"native": native})

    @functional
    def program_gives_the_answer(graded: Graded) -> Result:
        """The program runs, and prints the same answer as the file."""
        agent_run = run_left(graded, lambda run: not difference(graded, run))
        native = _discovery(agent_run.reads, graded.explored, question.targets)
        if agent_run.completed.exit_code:
            return Result(False, f"{PROGRAM} fails: {agent_run.completed.last_line}", {"native": native})
        wrong = difference(graded, agent_run.completed)
        return Result(not wrong, f"{PROGRAM} prints {wrong}" if wrong else f"it prints {RESULT}", {"native": native})

    return [answer_has_the_asked_form, program_gives_the_answer]


def _correct(question: GradedQuestion) -> Check:
    @correct
    def answer_is_right(graded: Graded) -> Result:
        """The answer means the same as the reference answer, in the form that the guidelines request."""
        wrong = strict_difference(_answer(graded), question.answer, question.guidelines)
        return Result(not wrong, wrong or "it is")

    return answer_is_right


def _robust(question: GradedQuestion, changed: ChangedData) -> Check:
    @robust
    def program_is_right_on_changed_data(graded: Graded) -> Result:
        """On changed data, the program gives what the reference program gives there."""

        def difference(run: Completed) -> str:
            return strict_difference(run.stdout.strip(), changed.answer, question.guidelines)

        run = run_changed(graded, changed, lambda run: not difference(run)).completed
        if run.exit_code:
            return Result(False, f"{PROGRAM} fails on {changed.what}: {run.last_line}")
        wrong = difference(run)
        return Result(not wrong, f"on {changed.what}: {wrong}" if wrong else f"it is right on {changed.what}")

    return program_is_right_on_changed_data


def _performant(question: GradedQuestion) -> list[Check]:
    @performant
    def data_read_are_in_proportion(graded: Graded) -> Result:
        """The program opens at most three times as many bytes of data as the reference program.

        The reference program opens the target files and no other data, as the build of the question has proven.
        """
        agent_reads = run_left(graded).reads
        if agent_reads.unknown:
            return Result(True, f"not tried: {agent_reads.unknown}")
        needed = sum((graded.tooling.mounts[DATA] / path).stat().st_size for path in question.targets)
        opened, limit = data_bytes(agent_reads), max(LEAST_BYTES, MOST_TIMES * needed)
        return expect(opened <= limit, f"it opens {opened:,} bytes of data; {limit:,} are in proportion")

    @performant
    def time_is_in_proportion(graded: Graded) -> Result:
        """The program takes at most five times as long as the reference program, plus ten seconds."""
        limit = _LEAST_SEC
        took = run_left(graded, lambda run: run.seconds <= limit).completed.seconds
        if took > limit:  # the reference program runs only if its time affects the result
            limit += _MOST_TIME * run_reference(graded).seconds
        return expect(took <= limit, f"it takes {took:.1f} s; {limit:.1f} s are in proportion")

    return [data_read_are_in_proportion, time_is_in_proportion]


def _production(question: GradedQuestion) -> list[Check]:
    @production
    def reads_every_target_file(graded: Graded) -> Result:
        """The program reads each file that the answer needs."""
        reads = run_left(graded).reads
        if reads.unknown:
            return Result(True, f"not tried: {reads.unknown}")
        missing = sorted(set(question.targets) - set(data_files(reads)))
        return expect(not missing, f"it does not read {_names(missing)}" if missing else "it does")

    @production
    def reads_no_other_data(graded: Graded) -> Result:
        """The program reads no other data files; documents are allowed."""
        reads = run_left(graded).reads
        if reads.unknown:
            return Result(True, f"not tried: {reads.unknown}")
        others = sorted(set(data_files(reads)) - set(question.targets))
        return expect(not others, f"it also reads {_names(others)}" if others else "it does not")

    return [reads_every_target_file, reads_no_other_data]


def _answer(graded: Graded) -> str:
    return graded.workspace.read_text(RESULT).strip()


def _discovery(used: FileReads, explored: FileReads | None, targets: Sequence[str]) -> dict[str, float]:
    """Return discovery accuracy by each definition, for the program's reads and for the files that the agent explored.

    A metric is omitted if the reads or the target files are unknown.
    """
    native: dict[str, float] = {}
    if not targets:
        return native
    if not used.unknown:
        score = _score(used, targets)
        native |= {"da": float(score.equal), "da_superset": float(score.superset)}
        native |= {"da_precision": score.precision, "da_recall": score.recall, "da_f1": score.f1}
    if explored is not None and not explored.unknown:
        native |= {"explored": float(_score(explored, targets).superset)}
    return native


def _score(reads: FileReads, targets: Sequence[str]) -> FileScore:
    files = set(data_files(reads))
    return score_counts(len(files & set(targets)), len(files), len(targets))


def _names(paths: Sequence[str]) -> str:
    text = ", ".join(paths)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}… ({len(paths)} files)"
