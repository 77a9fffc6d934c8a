"""``headwater agents``."""

from __future__ import annotations

import json
from typing import Any

import click

from headwater.agents import ModelAgent, model_agents
from headwater.errors import NotFoundError
from headwater.jobs import home

_PERSON: dict[str, Any] = {
    "agent": "human",
    "version": "",
    "protocols": [],
    "mcp": False,
    "state": "a person at this terminal, or a file of commands",
    "installed": True,
    "install": "",
}


@click.command("agents")
@click.option("--install", "kinds", multiple=True, metavar="NAME", help="Install this agent now; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(kinds: tuple[str, ...], as_json: bool) -> None:
    """List the agents that use a model, and the agent `human`, with pinned versions, protocols and installation status.

    The agents that need no model are oracle, nop, alternative[:name], counterfeit[:name] and attacker[:name]. Your own
    agent is 'cmd:./my-agent {instruction}'.
    """
    for kind in kinds:
        _install(kind)
    rows = [*(_row(agent) for _, agent in sorted(model_agents().items())), _PERSON]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    from headwater.cli._tables import plain_table

    columns = ("agent", "version", "protocols", "mcp", "state")
    plain_table([{name: row[name] for name in columns} | {"mcp": "yes" if row["mcp"] else "no"} for row in rows])


def _install(kind: str) -> None:
    agents = model_agents()
    if kind not in agents:
        raise NotFoundError("no such agent", where=f"--install {kind}", fix=f"there are {', '.join(sorted(agents))}")
    layer = agents[kind].layer
    if layer is not None:
        layer.build(home(), lambda text: click.echo(text, err=True))


def _row(agent: type[ModelAgent]) -> dict[str, Any]:
    layer = agent.layer
    return {
        "agent": agent.kind,
        "version": agent.version,
        "protocols": [protocol.value for protocol in agent.protocols],
        "mcp": agent.has_mcp,
        "state": _state(agent),
        "installed": bool(agent.protocols) and (layer is None or layer.is_built(home())),
        "install": "" if layer is None else f"headwater agents --install {agent.kind}",
    }


def _state(agent: type[ModelAgent]) -> str:
    if not agent.protocols:
        return "cannot run in a sealed trial: it asks its maker's service alone"
    if agent.layer is None:
        return "comes with Headwater"
    if lack := agent.layer.lacks():
        return str(lack)
    return "installed" if agent.layer.is_built(home()) else "will be installed when it is first run"
