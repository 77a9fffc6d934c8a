"""Defines the verbs that suites provide: ``headwater build``, ``score``, ``export``, ``review`` and ``evolve``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import click

from headwater.errors import NotFoundError, UnsupportedError
from headwater.extras import needs_extra
from headwater.suites import Suite, all_suites

Targets = Callable[[Suite], Mapping[str, str]]
"""A verb's commands, each as ``module:attribute``, keyed by the names of the verb's targets."""


class SuiteGroup(click.Group):
    """A verb with one command for each suite that provides the verb. Commands are imported when they are called."""

    def __init__(self, name: str, summary: str, targets: Targets) -> None:
        super().__init__(name, help=summary)
        self._targets = targets

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the suites."""
        return [name for name, suite in all_suites().items() if self._targets(suite)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command for the suite's only target, or a group if the suite has several targets."""
        if cmd_name not in self.list_commands(ctx):
            return None
        suite = all_suites()[cmd_name]
        targets = self._targets(suite)
        return _TargetGroup(suite, targets) if len(targets) > 1 else _load(suite, *targets.values())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command for a suite.

        Raises:
            UnsupportedError: The suite does not provide the verb.
            NotFoundError: There is no such suite.
        """
        with_verb = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in with_verb:
            fix = f"suites that do: {', '.join(with_verb)}"
            if args[0] in all_suites():
                raise UnsupportedError(f"the suite does not have `headwater {self.name}`", where=args[0], fix=fix)
            raise NotFoundError(f"no suite of this name has `headwater {self.name}`", where=args[0], fix=fix)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the suites without loading their commands."""
        with formatter.section("Suites"):
            formatter.write_dl([(name, all_suites()[name].summary) for name in self.list_commands(ctx)])


class _TargetGroup(click.Group):
    """The targets of one suite, of which the first is the default."""

    def __init__(self, suite: Suite, targets: Mapping[str, str]) -> None:
        default = next(iter(targets))
        super().__init__(suite.name, help=f"{suite.summary} The default target is {default}.")
        self._suite = suite
        self._commands = targets

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default target if the arguments do not begin with a target."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = [next(iter(self._commands)), *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the targets."""
        return list(self._commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command that builds a target."""
        return _load(self._suite, self._commands[cmd_name]) if cmd_name in self._commands else None


def _load(suite: Suite, place: str) -> click.Command:
    module, _, name = place.partition(":")
    with needs_extra(suite.extra or suite.name):
        command: click.Command = getattr(import_module(module), name)
    return command
