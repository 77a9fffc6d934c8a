"""``headwater harnesses``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from headwater.caches import home
from headwater.harnesses import Harness, all_harnesses
from headwater.sandbox import disk_usage

_MIB = 1 << 20


@click.command("harnesses")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """List the harnesses: what each adds to `base`, which services it requests, whether it is built, and its size."""
    rows = [_row(harness, home()) for harness in all_harnesses().values()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    from headwater.cli._tables import plain_table

    columns = ("harness", "state", "MiB", "services", "tools", "what")
    plain_table([{name: row[name] for name in columns} for row in rows])


def _row(harness: Harness, home: Path) -> dict[str, Any]:
    is_built = harness.is_built(home)
    size = sum(disk_usage(layer.folder(home)).size_bytes for layer in harness.all_layers) if is_built else None
    return {
        "harness": harness.name,
        "state": harness.state(home),
        "built": is_built,
        "MiB": None if size is None else round(size / _MIB),
        "services": list(harness.services),
        "tools": _tools(harness),
        "what": harness.summary,
    }


def _tools(harness: Harness) -> list[str]:
    """Return a harness's tools. Tools from locked packages are listed with their versions."""
    versions = {name: version for layer in harness.all_layers for name, version in layer.versions().items()}
    return [f"{tool} {versions[tool]}" if tool in versions else tool for tool in harness.tools]
