"""Builds and prints trajectories, which describe agents' actions in one format, ATIF.

::

    wire.jsonl ──► build_trajectory ──► trajectory.json (ATIF-v1.8) ──► headwater trace, to_otlp
    the CLI's own log ──► ToolEvent: when a tool ran, its exit code        ▲
                      └─► AgentReport ─► reconcile: compares the totals

The wire log is the primary source, because it is the same for every agent and the agent cannot change it. Facts that
only the CLI knows, such as the exact start, end and exit code of a tool, are added from the CLI's own log by the
agent's adapter.
"""

from headwater.trajectories._build import build_trajectory
from headwater.trajectories._file import read_trajectory, write_trajectory
from headwater.trajectories._identity import AgentIdentity, ToolEvent
from headwater.trajectories._otel import to_otlp
from headwater.trajectories._reconcile import Disagreement, reconcile
from headwater.trajectories._session import ShellRun, build_session
from headwater.trajectories._show import show_trajectory

__all__ = [
    "AgentIdentity",
    "Disagreement",
    "ShellRun",
    "ToolEvent",
    "build_session",
    "build_trajectory",
    "read_trajectory",
    "reconcile",
    "show_trajectory",
    "to_otlp",
    "write_trajectory",
]
