"""``headwater context search``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from headwater.cli._context import print_rows
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject

_KINDS = ("table", "column", "model", "metric", "page", "value")


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Show only this kind; may be repeated.")
@click.option(
    "--limit",
    type=click.IntRange(1, 200),
    metavar="N",
    default=10,
    show_default=True,
    help="Maximum number of matches.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(words: tuple[str, ...], kinds: tuple[str, ...], limit: int, as_json: bool, live: LiveProject) -> None:
    """Find tables, columns, models, metrics, pages and values that match WORDS, best matches first."""
    from headwater.context.search import DocumentKind

    hits = live.search(" ".join(words), limit, [DocumentKind(kind) for kind in kinds])
    if as_json:
        output = [
            {"kind": hit.kind, "id": hit.id, "name": hit.name, "about": hit.about, "score": hit.score, "why": hit.why}
            | {"place": dict(hit.place)}
            for hit in hits
        ]
        click.echo(json.dumps(output, ensure_ascii=False, indent=2))
        return
    print_rows(
        ("kind", "what", "why", "about"), [(hit.kind, hit.id, "; ".join(hit.why), _cut(hit.about)) for hit in hits]
    )
    if not hits:
        click.echo("nothing found", err=True)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
