"""Defines the harness `olap-for-swe`: MooseStack in Python, on the trial's ClickHouse, Kafka and Redis."""

from __future__ import annotations

from pathlib import Path

from headwater.harnesses._harness import PROOF, ROOT, Harness, Proof
from headwater.layers import FilesLayer, PythonLayer

_FOLDER = Path(__file__).parent
_ROOT = f"{ROOT}/olap-for-swe"
_PYTHON, _FILES = f"{_ROOT}/python", f"{_ROOT}/files"
_PROOFS = _FOLDER / "proofs"
_TOOLS = ("moose-cli", "moose-lib")

_TEXT = f"""\
Besides the usual clients, MooseStack for Python is here, configured for ClickHouse, Kafka and Redis, which run in this
session (empty if the task does not use them). It is experimental. There is no network, Docker or Temporal.
`olap-check` shows in 20 s that an ingest endpoint reaches a ClickHouse table, and removes what it made.
- Start a project with `cp -r {_FILES}/starter my-app`, because `moose init` downloads its
  templates. app/main.py declares models, streams, tables and queries. `moose check` reads it without a server.
- `moose dev` (0.3 GB of memory, 5 to 20 s to start) makes tables and topics, serves POST /ingest/NAME and GET
  /api/NAME on port 4000, and reloads changed files. `moose prod` does not reload, and refuses to drop tables.
- Settings come from the variables of the services; MOOSE_CLICKHOUSE_CONFIG__DB_NAME replaces the database `default`.
- Rows reach their table at least once, about a second after the endpoint has answered.
- `moose-python` is the Python with moose_lib, for scripts that insert by `OlapTable.insert`; `python3` is another.
- Missing: workflows, TypeScript, `moose build`, `moose dev --dockerless`. Telemetry is off."""


def _proof(name: str, command: str, *, tools: tuple[str, ...] = (), start: str = "") -> Proof:
    return Proof(name=name, tools=tools, folder=_PROOFS, command=command, start=start, timeout_sec=900)


HARNESSES = (
    Harness(
        name="olap-for-swe",
        summary="MooseStack in Python, on the trial's ClickHouse, Kafka and Redis (experimental).",
        tools=_TOOLS,
        layers={
            _PYTHON: PythonLayer("harness", "olap-for-swe", _FOLDER, python="3.12", disk_mb=400),
            _FILES: FilesLayer("harness", "olap-for-swe-files", _FOLDER / "files", programs=("bin/*",)),
        },
        path=(f"{_FILES}/bin",),
        services=("clickhouse", "kafka", "redis"),
        env={"MOOSE_TELEMETRY__ENABLED": "false", "MOOSE_FEATURES__WORKFLOWS": "false", "DO_NOT_TRACK": "1"},
        system_text=_TEXT,
        memory_mb=1024,
        proofs=(
            _proof(
                "an ingest endpoint to ClickHouse tables",
                f"sh -eu {PROOF}/pipeline.sh",
                tools=_TOOLS,
                start=f"sh -eu {PROOF}/start.sh",
            ),
            _proof("typed rows without a server", f"moose-python {PROOF}/typed_rows.py"),
            _proof("the command of the text", "olap-check"),
        ),
    ),
)
