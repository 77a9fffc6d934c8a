"""Defines the command ``headwater score discovery``."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from headwater.cli._layout import Grid, print_grid
from headwater.cli._plain import plain, print_json
from headwater.errors import OptionError
from headwater.plurals import counted
from headwater.suites.discovery.communities import Communities
from headwater.suites.discovery.defects import Defect, Flaw, find_defects
from headwater.suites.discovery.predictions import (
    BatchScore,
    FileRates,
    QuestionGroup,
    QuestionScore,
    ScoreRates,
    score_predictions,
)
from headwater.suites.discovery.reading import read_predictions, read_questions
from headwater.suites.discovery.records import FormatFault
from headwater.suites.discovery.targets import derive_targets
from headwater.untrusted import one_line

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)

_MOST_IDS = 10


@dataclasses.dataclass(frozen=True)
class _ScoreReport:
    """The score report to print."""

    score: BatchScore
    faults: Sequence[FormatFault]
    defects: Sequence[Defect]
    missing: dict[str, int]
    """The communities without data. Empty if no data folder is given."""


@click.command("discovery")
@click.option("--predictions", type=_FILE, metavar="JSONL", help="Answers, one JSON object per line; needs --gold.")
@click.option("--gold", type=_FILE, metavar="JSON", help="The published tasks, such as coda_bench.json.")
@click.option("--trials", "jobs", multiple=True, type=_FOLDER, metavar="JOB", help="Trials of our own tasks instead.")
@click.option("--data", type=_FOLDER, metavar="DIR", help="Unpacked communities; missing ones are reported.")
@click.option("--details", is_flag=True, help="Print each wrong answer, each defect and each missing community.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all details.")
def command(
    predictions: Path | None,
    gold: Path | None,
    jobs: tuple[Path, ...],
    data: Path | None,
    *,
    details: bool,
    as_json: bool,
) -> None:
    """Score answers to CoDA-Bench by the official rules and by strict rules, side by side.

    If answers declare the files that they used, in metadata.files_accessed, discovery accuracy is scored as well.

    With --trials, print the results of trials of our own tasks: accuracy by community and difficulty, causes of wrong
    answers, and how accuracy depends on noise and volume.
    """
    if jobs:
        if predictions or gold or data or details or as_json:
            raise OptionError("cannot be combined with other options", where="--trials", fix="omit the others")
        from headwater.suites.discovery.commands._trials import report_trials

        report_trials(jobs)
        return
    if predictions is None or gold is None:
        raise OptionError("both are needed", where="--predictions, --gold", fix="give them, or --trials JOB")
    report = _report(predictions, gold, data)
    for fault in report.faults:
        click.echo(one_line(str(fault)), err=True)
    if as_json:
        print_json(_as_json(report))
        return
    _print_report(report)
    if details:
        _print_details(report)


def _report(predictions: Path, gold: Path, data: Path | None) -> _ScoreReport:
    questions, answers = read_questions(gold), read_predictions(predictions)
    targets = {each.instance_id: derive_targets(each.reference_code) for each in questions.questions}
    communities = Communities(data) if data is not None else None
    defects = find_defects(questions.questions, targets, communities)
    unusable = {each.instance_id for each in defects if each.is_unusable}
    return _ScoreReport(
        score=score_predictions(questions, answers, targets, unusable=unusable),
        faults=(*questions.faults, *answers.faults),
        defects=defects,
        missing=dict(communities.missing(questions.questions)) if communities else {},
    )


def _as_json(report: _ScoreReport) -> dict[str, object]:
    score = report.score
    groups = {
        "denominators": score.denominators(),
        "by_community": score.by_community(),
        "by_kind": score.by_kind(),
        "by_difficulty": score.by_difficulty(),
    }
    return {
        "official": score.official,
        **{name: [_group_json(group) for group in found] for name, found in groups.items()},
        "instances": score.instances,
        "defects": report.defects,
        "missing_communities": report.missing,
        "faults": report.faults,
    }


def _group_json(group: QuestionGroup) -> dict[str, object]:
    rates = group.rates
    return {
        "label": group.label,
        **dataclasses.asdict(rates),
        **{f"{name}_rate": rates.rate(getattr(rates, name)) for name in ("exact", "numeric", "strict")},
        "discovery": plain(group.files),
    }


def _print_report(report: _ScoreReport) -> None:
    score = report.score
    _print_groups("community", score.by_community())
    _print_groups("kind", score.by_kind())
    _print_groups("difficulty", score.by_difficulty())
    _print_groups("questions", score.denominators())
    _print_files(score.denominators()[0].files)
    _print_defects(report.defects)
    if report.missing:
        total = sum(report.missing.values())
        click.echo(f"\nno data of {counted(total, 'question')}: {', '.join(map(one_line, report.missing))}")
    if extra := score.official.extra_ids:
        more = f" and {len(extra) - _MOST_IDS:,} more" if len(extra) > _MOST_IDS else ""
        click.echo(f"\nleft out, since no question has this id: {_numbers(extra[:_MOST_IDS])}{more}")
        click.echo("the file of hard questions has ids of its own: score answers with the file whose ids they have")


def _print_groups(title: str, groups: Sequence[QuestionGroup]) -> None:
    rows = [
        (
            one_line(group.label),
            f"{group.rates.questions:,}",
            f"{group.rates.answered:,}",
            *(_rate(group.rates, right) for right in (group.rates.exact, group.rates.numeric, group.rates.strict)),
            f"{group.files.answers:,}",
            *(_percent(rate) for rate in (group.files.equal, group.files.superset)),
        )
        for group in groups
    ]
    titles = (title, "n", "answered", "exact", "numeric", "strict", "n (files)", "equal", "superset")
    print_grid(Grid(titles, rows, figures=range(1, len(titles))))
    click.echo()


def _rate(rates: ScoreRates, right: int) -> str:
    return _percent(rates.rate(right))


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1%}"


def _print_files(files: FileRates) -> None:
    click.echo("exact and numeric are the official matches; strict compares numbers, units, lists and words")
    if files.answers:
        values = {"equal": files.equal, "superset": files.superset, "precision": files.precision}
        values |= {"recall": files.recall, "F1": files.f1}
        listed = ", ".join(f"{name} {_percent(value)}" for name, value in values.items())
        click.echo(f"discovery over {counted(files.answers, 'answer')} with known files: {listed}")
    if files.unknown:
        reasons = ", ".join(f"{reason} ({count:,})" for reason, count in sorted(files.unknown.items()))
        click.echo(f"discovery unknown for {counted(sum(files.unknown.values()), 'question')}: {reasons}")


def _print_defects(defects: Sequence[Defect]) -> None:
    if not defects:
        return
    click.echo()
    found = {flaw: sorted({each.instance_id for each in defects if each.flaw is flaw}) for flaw in Flaw}
    rows = [(flaw.value, str(len(ids)), _numbers(ids)) for flaw, ids in found.items() if ids]
    print_grid(Grid(("defect", "n", "questions"), rows, figures={1}))


def _numbers(ids: Iterable[int]) -> str:
    return ", ".join(map(str, ids))


def _print_details(report: _ScoreReport) -> None:
    click.echo()
    for one in report.score.instances:
        if one.prediction is not None and not (one.strict and one.numeric):
            click.echo(one_line(f"{one.instance_id}: {_verdict(one)}"))
    for defect in report.defects:
        click.echo(one_line(f"{defect.instance_id}: {defect.flaw}: {defect.what}"))
    for name, count in report.missing.items():
        click.echo(one_line(f"{name}: no data; it has {counted(count, 'question')}"))


def _verdict(one: QuestionScore) -> str:
    if one.strict:
        return f"strictly right, officially wrong: {one.prediction} for {one.gold}"
    return f"{'officially right: ' if one.numeric else ''}{one.difference}"
