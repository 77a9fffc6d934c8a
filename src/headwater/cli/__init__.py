"""Defines the command line: one module per verb, imported when the verb is called, so that ``--help`` is fast."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import click

from headwater import __version__
from headwater.errors import CancelledError, HeadwaterError, UserError

_VERBS = {
    "list": "List suites, or the tasks of a suite.",
    "agents": "List the agents that use a model, and whether they are installed.",
    "harnesses": "List the harnesses and what they provide to agents.",
    "run": "Run agents on tasks, and grade their output.",
    "resume": "Continue a job that was interrupted.",
    "regrade": "Grade the frozen states of a job again, without running agents.",
    "plan": "Estimate the time, cost and bottleneck of a job on a cluster.",
    "power": "Plan how many tasks and repeats an experiment needs.",
    "results": "Show the results of jobs: trials, groups, tasks and lifts.",
    "trace": "Show what an agent did in a trial.",
    "compare": "Compare two jobs, and show whether a change helped.",
    "calibrate": "Measure how hard tasks are, and whether difficulty levels differ.",
    "report": "Write the results of jobs as a static site.",
    "export": "Export the output of agents in another program's format.",
    "review": "Accept, edit or reject drafts of tasks.",
    "evolve": "Make tasks harder until few solvers solve them.",
    "score": "Score external results by the rules of a suite.",
    "import": "Read published results of other benchmarks.",
    "view": "Serve the site of jobs, and update it while they run.",
    "lint": "Find weaknesses in the texts and code of tasks.",
    "validate": "Prove tasks: solutions pass, wrong solutions and attacks fail.",
    "new": "Create a task from a template.",
    "build": "Build the data, starting states and tasks of a suite.",
    "context": "Explore data and dbt projects: catalog, lineage, measures, wiki.",
    "mcp": "Serve the context of a project to agents over MCP.",
    "cache": "List or remove cached content.",
    "doctor": "Report what this machine lacks, and how to fix it.",
}


_RUN_TRIALS = ("run", "resume", "regrade", "validate", "build", "doctor", "export", "review", "evolve")


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _VERBS:
            return None
        if cmd_name in _RUN_TRIALS:  # the fork server starts while this process imports the command's module
            _preload()
        command: click.Command = importlib.import_module(f"headwater.cli.{cmd_name}_").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))


def _preload() -> None:
    from headwater.sandbox import preload

    preload(["headwater.trials"])


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="headwater")
def _group() -> None:
    """Evaluate AI coding agents on data engineering, with verdicts that you can trust."""


def main() -> None:
    """Run the command line."""
    with errors_in_one_line():
        _group()


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Print a Headwater error in one line without a traceback, and exit with its code, which docs/errors.md lists."""
    try:
        yield
    except ModuleNotFoundError as error:
        from headwater.extras import missing_extra  # imported late, because the lookup of extras is slow

        if (mistake := missing_extra(error)) is None:
            raise
        _exit(mistake)
    except HeadwaterError as error:
        _exit(error)


def _exit(error: HeadwaterError) -> NoReturn:
    click.echo(f"headwater: {error}", err=True)
    match error:
        case UserError():
            sys.exit(2)
        case CancelledError():
            sys.exit(130)
        case _:
            sys.exit(1)
