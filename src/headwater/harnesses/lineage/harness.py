"""Defines the harness `lineage`: `base` with an MCP server for the data and dbt models in the workspace.

The server is `headwater.context.mcp` in a separate Python, so that the agent's own environment is the same as in
`base`. The two harnesses differ only in the server's tools and the lines of ``TEXT``.

The lineage and the search index of the starting state are built once and cached with it. A trial's server starts with a
copy in the sandbox's ``/tmp`` and follows the agent's changes. It does not write to the workspace. With 446 models like
those of the suite `warehouse`, start-up and the first lineage query together take 2.0 to 2.7 s of processor time, and
6.0 to 7.4 s without that copy (n = 4 each, at a load of 6 to 10). Building lineage takes 4 to 5.5 s (n = 2).
"""

from __future__ import annotations

from headwater.harnesses._context_software import ENV, FOLDER, INDEX, LAYERS, RUN, prove_server
from headwater.harnesses._harness import PREPARED, Harness, McpServer, Preparation
from headwater.sandbox import WORKSPACE

TEXT = """\
The tools of the MCP server `headwater` know the data and the dbt models in your working directory, and follow your
edits. Ask them before you search files: `search` finds names, `show` describes a model or table as it is in the
database, `upstream` and `column` say which SQL a column comes from, with file and line, `impact` what a change of it
reaches, `difference` why two columns disagree, `contract` what is declared but missing or broken. After you have built
a model, `verify_model` says whether it is as declared and has lost or multiplied no rows."""
_TOOL = "MCP server headwater"
_SERVER = McpServer("headwater", (*RUN, "headwater.context.mcp", WORKSPACE, INDEX, FOLDER), ENV)

HARNESSES = (
    Harness(
        name="lineage",
        summary="An MCP server that knows the data and the dbt models of the workspace, with lineage of columns.",
        tools=(_TOOL,),
        layers=LAYERS,
        mcp_servers=(_SERVER,),
        system_text=TEXT,
        preparation=Preparation((*RUN, "headwater.context.live", WORKSPACE, PREPARED), ENV, FOLDER),
        proofs=(prove_server(_SERVER, _TOOL),),
    ),
)
