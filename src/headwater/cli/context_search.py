"""``headwater context search``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from headwater.cli._context import index_option, print_rows
from headwater.cli._lineage import live_project
from headwater.context import Index

_KINDS = ("table", "column", "model", "metric", "page", "value")


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Only this kind; may be repeated.")
@click.option("--limit", type=click.IntRange(1, 200), default=10, show_default=True, help="At most so many.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@index_option
def command(
    words: tuple[str, ...], kinds: tuple[str, ...], limit: int, as_json: bool, index_folder: Path | None
) -> None:
    """Find tables, columns, models, metrics, pages and values by WORDS, the best first, with why each was found."""
    with live_project(None if index_folder is None else Index(index_folder.absolute())) as live:
        from headwater.context.search import Kind

        hits = live.search(" ".join(words), limit, [Kind(kind) for kind in kinds])
    if as_json:
        shown = [
            {"kind": hit.kind, "id": hit.id, "name": hit.name, "about": hit.about, "score": hit.score, "why": hit.why}
            | {"place": dict(hit.place)}
            for hit in hits
        ]
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    print_rows(
        ("kind", "what", "why", "about"), [(hit.kind, hit.id, "; ".join(hit.why), _cut(hit.about)) for hit in hits]
    )
    if not hits:
        click.echo("nothing found", err=True)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
