"""A small task with a known solution, its starting state, and a search of that state."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from headwater.grading import LayeredState, Tooling
from headwater.leaks import LeakMatch, ScanPlan, ScanReport, revealing, scan_start
from headwater.sandbox import run_in_cell
from headwater.services import SERVICES
from headwater.snapshots import build_start
from headwater.tasks import read_task

LINE = 'orders = keep_latest(orders, by="loaded_at", within=timedelta(days=3))'
"""The line that the solution adds."""
SPREAD = '  ORDERS =\n\tkeep_latest( orders, by="loaded_at",   within = timedelta(days=3) )'
"""The same in other case and with other white space."""
GOLD = "48213.7719"
BEFORE = "from shop import read\n\norders = read('orders.csv')\nprint(len(orders))\n"
AFTER = BEFORE.replace("print(", f"{LINE}\nprint(")
CHECKS = f"""
from headwater.grading import Graded, Result, expect, functional

@functional
def late_orders_are_kept_once(graded: Graded) -> Result:
    return expect({GOLD} > 0, "")
"""


def write_task(folder: Path, *, seeds: Mapping[str, str] | None = None, toml: str = "") -> Path:
    """Write a task folder with the services that the seeds need, and return the folder."""
    services = [name for name in SERVICES if any(name in seed for seed in seeds or {})]
    files = {
        "task.toml": f"""
            id = "{folder.name}"
            title = "Late orders"
            suite = "tasks"
            tier = "tier-1"
            category = "debugging"
            competencies = ["environment-setup"]
            starting_state = "broken"
            services = {[str(name) for name in services]}
        """.replace("            ", "")
        + toml,
        "instruction.md": "Late orders are lost.\n",
        "instruction.informed.md": "Late orders are lost in load.py.\n",
        "workspace/load.py": BEFORE,
        "workspace/shop.py": "def read(path):\n    return open(path).readlines()\n",
        "checks.py": CHECKS,
        "solution/load.py": AFTER,
        "solution/solve.sh": "cp /solution/load.py .\n",
        "counterfeits/keep-only-the-first/counterfeit.toml": 'gate = "correct"\nwhy = "Late ones are lost."\n',
        "counterfeits/keep-only-the-first/solve.sh": "true\n",
        **{f"seed/{name}": text for name, text in (seeds or {}).items()},
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def start(task: Path, folder: Path) -> LayeredState:
    """Build a task's starting state as trials do."""
    folder.mkdir()
    read = read_task(task)
    run_in_cell(build_start, read, folder)
    return LayeredState((folder / "workspace",), {name: (folder / name,) for name in read.config.services})


def plan_of(task: Path, layers: LayeredState, scratch: Path) -> ScanPlan:
    """Return the plan of a search of a starting state."""
    found = revealing(read_task(task), task)
    return ScanPlan(found.needles, found.changed, layers, Tooling({}, {"PATH": "/usr/bin"}), {}, scratch)


def search(plan: ScanPlan) -> tuple[LeakMatch, ...]:
    """Run a search and return its matches."""
    shutil.rmtree(plan.scratch, ignore_errors=True)
    plan.scratch.mkdir()
    report: ScanReport = run_in_cell(scan_start, plan)
    assert report.searched_bytes > 0
    return report.found


def with_environment(plan: ScanPlan, **variables: str) -> ScanPlan:
    """Return the plan with additional environment variables."""
    return replace(plan, tooling=Tooling({}, {**plan.tooling.env, **variables}))
