"""``headwater context``: one module a subcommand, ``context_<verb>.py``, each loaded when it is called."""

from __future__ import annotations

import importlib

import click

_VERBS = {
    "scan": "Read databases, data files and dbt projects into the index.",
    "generate": "Write the semantic layer and the wiki, and merge what is new into edits.",
    "show": "Show what the catalog has: sources, tables, one table, or keys.",
    "search": "Find tables, columns, models, metrics, pages and values.",
    "upstream": "Show what feeds a column or a model.",
    "downstream": "Show what a column or a model feeds.",
    "impact": "Show what a change of a column can reach: columns, rows, tests, exposures, metrics.",
    "path": "Show how one column gets into another.",
    "diff": "Show why two columns may differ.",
    "column": "Show all that is known of a column.",
    "contract": "Show what a dbt project declares against what it builds, and what is broken.",
    "verify": "Check a built model: contract, tests, key, rows lost or multiplied.",
    "compare": "Compare two tables row by row.",
    "query": "Ask the semantic layer for measures by dimensions.",
    "query-sql": "Ask a scanned source in SQL: read-only, within limits.",
    "install": "Tell an agent of the MCP server, or take that away again.",
}


class _LazyGroup(click.Group):
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


@click.group("context", cls=_LazyGroup)
def command() -> None:
    """What an agent has to know of data and dbt projects: catalog, lineage, semantic layer, wiki."""
