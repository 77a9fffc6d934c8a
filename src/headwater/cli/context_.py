"""``headwater context``. Each subcommand has a module, ``context_<verb>.py``, which is loaded on demand."""

from __future__ import annotations

import importlib

import click

_VERBS = {
    "scan": "Read databases, data files and dbt projects into the index.",
    "generate": "Write the semantic layer and the wiki, and keep your edits.",
    "show": "Show the sources, tables and keys of the catalog, or one table.",
    "search": "Find tables, columns, models, metrics, pages and values.",
    "upstream": "Show what feeds a column or a model.",
    "downstream": "Show what a column or a model feeds.",
    "impact": "Show which columns, rows, tests, exposures and metrics depend on a column.",
    "path": "Show the steps from one column to another.",
    "diff": "Show why two columns may differ.",
    "column": "Show everything that is known about a column.",
    "contract": "Compare what a dbt project declares with what it builds.",
    "verify": "Check a built model: contract, tests, key, lost or multiplied rows.",
    "compare": "Compare two tables row by row.",
    "query": "Ask the semantic layer for measures by dimensions.",
    "query-sql": "Run SQL on a scanned source, read-only and within limits.",
    "install": "Add the MCP server to the configuration of an agent, or remove it.",
}


class _ContextGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _VERBS:
            return None
        module = importlib.import_module(f"headwater.cli.context_{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))


@click.group("context", cls=_ContextGroup)
def command() -> None:
    """Explore data and dbt projects: catalog, lineage, semantic layer, wiki."""
