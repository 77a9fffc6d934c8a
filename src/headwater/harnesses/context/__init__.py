"""The harness `base`, and what a scan of the starting state says: three arms of one experiment.

========================= ======================================================
`context-wiki`            pages about tables, models and keys, as read-only files outside of the workspace
`context-catalog`         the MCP server of the harness `lineage`, with the scanned catalog and a semantic layer
`context`                 both
========================= ======================================================

The scan is `headwater.context.prepare`, without a model, of the starting state alone. Between an arm and `base` nothing
differs but these files or tools, and the lines that say that they are there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.harnesses import PREPARED, Harness, McpServer, Preparation, lineage
from headwater.harnesses._context_software import ENV, INDEX, MADE, RUN, context_software, digest_of
from headwater.sandbox import WORKSPACE

_WIKI = f"""\
Before you began, the databases and the dbt project in your working directory were scanned. {MADE}/wiki has what was
found, as Markdown pages that do not change as you work: begin with {MADE}/wiki/project.md, which lists them. The page
of a table or model has its columns with types, nulls and values, its keys and what they refer to, what it is built
from, its tests, and where each fact comes from."""
_CATALOG = """\
Before you began, these databases were scanned: `show` has the keys of a table and what they refer to, `search` finds
values in the data, and `query_metrics` answers from a semantic layer whose joins are those keys."""


@dataclass(frozen=True)
class _Arm:
    """What is left of a scan, and how an agent is told of it."""

    parts: tuple[str, ...]
    texts: tuple[str, ...]
    digested: tuple[str, ...]


_WIKI_ARM = _Arm(("wiki",), (_WIKI,), ("wiki/*",))
_CATALOG_ARM = _Arm(("catalog",), (lineage.TEXT, _CATALOG), ("catalog.json", "semantic/*"))
_ARMS = {
    "context-wiki": _WIKI_ARM,
    "context-catalog": _CATALOG_ARM,
    "context": _Arm(
        _WIKI_ARM.parts + _CATALOG_ARM.parts,
        _WIKI_ARM.texts + _CATALOG_ARM.texts,
        _WIKI_ARM.digested + _CATALOG_ARM.digested,
    ),
}


def extend(name: str, base: Harness, home: Path, notify: Callable[[str], None]) -> Harness:
    """Add an arm to `base`.

    Raises:
        InfraError: Its packages could not be installed.
    """
    arm = _ARMS[name]
    software = context_software(home, notify)
    argv = (*RUN, "headwater.context.prepare", WORKSPACE, PREPARED, *arm.parts)
    serves = "catalog" in arm.parts
    server = McpServer("headwater", (*RUN, "headwater.context.mcp", WORKSPACE, INDEX, MADE, MADE), ENV)
    servers = (server,) if serves else ()
    text = "\n\n".join(arm.texts)
    return replace(
        base,
        name=name,
        digest=digest_of(base.digest, software.digest, repr(argv), repr(servers), text),
        mounts={**base.mounts, **(software.mounts if serves else {})},
        mcp_servers=(*base.mcp_servers, *servers),
        system_text=f"{base.system_text}\n\n{text}".lstrip(),
        preparation=Preparation(argv, ENV, MADE, software.mounts, arm.digested),
    )
