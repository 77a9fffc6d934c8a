"""``headwater trace``."""

from __future__ import annotations

import glob
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.errors import AmbiguousNameError, NotFoundError
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from atif import Trajectory


@click.command("trace")
@click.argument("trial", metavar="TRIAL")
@click.option("--full", is_flag=True, help="Print each text in full.")
@click.option("--json", "as_json", is_flag=True, help="Print the trajectory in ATIF, a JSON format.")
@click.option("--otlp", is_flag=True, help="Print OpenTelemetry spans in the JSON encoding of OTLP.")
def command(trial: str, full: bool, as_json: bool, otlp: bool) -> None:
    """Show what the agent did in TRIAL, which is a trial's folder, its name in a job below jobs/, or a wire log."""
    with needs_extra("agents"):
        from headwater.trajectories import show_trajectory, to_otlp
    trajectory = _read(_find(trial))
    if as_json:
        click.echo(json.dumps(trajectory.to_json_dict(), indent=2))
    elif otlp:
        click.echo(json.dumps(to_otlp(trajectory), indent=2))
    else:
        from rich.console import Console

        show_trajectory(trajectory, Console(highlight=False), full=full)


def _read(path: Path) -> Trajectory:
    """Read a trajectory, or build it from a wire log."""
    from headwater.gateway import read_wire_log
    from headwater.trajectories import AgentIdentity, build_trajectory, read_trajectory

    if path.suffix != ".jsonl":
        return read_trajectory(path)
    return build_trajectory(read_wire_log(path), AgentIdentity(path.parent.name, "version unknown"))


def _find(trial: str) -> Path:
    """Return the path of a trial's trajectory or, if the trial did not end, of its wire log.

    Raises:
        UserError: The name matches no trial or several trials, or the trial's agent uses no model.
    """
    path = Path(trial)
    if path.is_file():
        return path
    folders = [path] if path.is_dir() else sorted(Path("jobs").glob(f"*/trials/{glob.escape(path.name)}"))
    if not folders:
        raise NotFoundError("no such trial", where=trial, fix="give its folder, as in jobs/<time>/trials/<trial>")
    if len(folders) > 1:
        raise AmbiguousNameError(
            f"{len(folders)} jobs have one", where=trial, fix=f"give its folder, as in {folders[-1]}"
        )
    for name in ("trajectory.json", "wire.jsonl"):
        if (folders[0] / name).is_file():
            return folders[0] / name
    raise NotFoundError("it has no trajectory.json, because its agent called no model", where=folders[0])
