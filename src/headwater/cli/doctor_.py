"""``headwater doctor``."""

from __future__ import annotations

from collections.abc import Callable

import click

from headwater.agents import model_agents
from headwater.caches import FIX
from headwater.cli._wrap import wrap
from headwater.errors import FileAccessError, PluginError, UserError
from headwater.harnesses import BASE, all_harnesses
from headwater.jobs import home
from headwater.layers import Layer
from headwater.sandbox.isolation import FindingKind, IsolationFinding, inspect
from headwater.services import SERVICES

_MARGIN = " " * 21


@click.command("doctor")
def command() -> None:
    """Report what this machine lacks, with the exact fix. The exit code is 1 if trials cannot run."""
    try:
        of_machine = inspect(home())
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=home(), fix=FIX) from None
    findings = [*of_machine, *_of_packages(_services), *_of_packages(_harnesses), *_of_packages(_agents)]
    for finding in findings:
        _print(finding)
    if any(not finding.ok and finding.kind is not FindingKind.NOTE for finding in findings):
        raise SystemExit(1)


def _print(finding: IsolationFinding) -> None:
    """Print findings wrapped to the terminal width. Fixes are not wrapped, so that users can copy them."""
    from rich.console import Console

    mark = click.style("ok  ", fg="green") if finding.ok else click.style("lack", fg="yellow")
    first, *rest = wrap(finding.detail, Console().width - len(_MARGIN))
    click.echo(f"{mark}  {finding.name:<14} {first}")
    for line in (*rest, *([f"fix: {finding.fix}"] if not finding.ok and finding.fix else [])):
        click.echo(f"{_MARGIN}{line}")


def _of_packages(look: Callable[[], list[IsolationFinding]]) -> list[IsolationFinding]:
    """Return the findings of ``look``.

    If an installed package is broken, its error is the only finding, because it prevents all trials.
    """
    try:
        return look()
    except PluginError as error:
        return [IsolationFinding("packages", FindingKind.WALL, False, f"{error.where}: {error.what}", error.fix)]


def _services() -> list[IsolationFinding]:
    findings = []
    for name, service in SERVICES.items():
        try:
            findings.append(IsolationFinding(name, FindingKind.WALL, True, service.version))
        except UserError as error:
            findings.append(IsolationFinding(name, FindingKind.WALL, False, error.problem, error.fix))
    return findings


def _harnesses() -> list[IsolationFinding]:
    """Report on the harnesses. Only a problem with ``base`` prevents all trials."""
    findings = []
    for name, harness in all_harnesses().items():
        lack = harness.lacks(home())
        what = lack.problem if lack else harness.state(home())
        kind = FindingKind.WALL if name == BASE else FindingKind.NOTE
        findings.append(IsolationFinding(name, kind, lack is None, f"harness: {what}", lack.fix if lack else ""))
    return findings


def _agents() -> list[IsolationFinding]:
    """Report on the agents that use a model. A problem with one agent does not prevent trials with the others."""
    findings = []
    for kind, agent in sorted(model_agents().items()):
        if agent.layer is not None:
            findings.append(_agent(kind, agent.version, agent.layer))
    return findings


def _agent(kind: str, version: str, layer: Layer) -> IsolationFinding:
    if lack := layer.lacks():
        return IsolationFinding(kind, FindingKind.NOTE, False, lack.problem, lack.fix)
    state = "installed" if layer.is_built(home()) else "will be installed when it is first run"
    return IsolationFinding(kind, FindingKind.NOTE, True, f"{version}, {state}")
