"""``headwater build``."""

from __future__ import annotations

import click

from headwater.extras import needs_extra

_SUITES = {
    "spider2": ("headwater.cli.build_spider2", "command"),
    "warehouse": ("headwater.cli.build_warehouse", "base"),
    "warehouse-raw": ("headwater.cli.build_warehouse_raw", "command"),
    "warehouse-tasks": ("headwater.cli.build_warehouse", "tasks"),
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_SUITES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        from importlib import import_module

        if cmd_name not in _SUITES:
            return None
        module, name = _SUITES[cmd_name]
        with needs_extra(cmd_name.partition("-")[0]):
            command: click.Command = getattr(import_module(module), name)
        return command


@click.group("build", cls=_Lazy)
def command() -> None:
    """Build what a suite generates: data, starting states, tasks."""
