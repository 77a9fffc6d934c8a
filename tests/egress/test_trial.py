from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.jobs.conftest import Headwater, MakeTask

CHECKS = """
from headwater.grading import Graded, Result, expect, functional

@functional
def grading_has_no_way_out(graded: Graded) -> Result:
    with graded.copy() as copy:
        completed = copy.run()
    return expect(completed.exit_code == 0, f"code that is graded has a way out: {completed.exit_code}")
"""
# Tries to use the network through the proxy variable, and directly through the port.
CUT_OFF = """
test -n "$HTTPS_PROXY" || exit 2
! curl -s --max-time 20 --noproxy '' -x "$HTTPS_PROXY" http://127.0.0.1:{named}/ || exit 3
! curl -s --max-time 20 --noproxy '' -x http://127.0.0.1:8398 http://127.0.0.1:{named}/ || exit 4
"""
SOLUTION = """
curl -s --noproxy '' -p -x "$HTTPS_PROXY" http://127.0.0.1:{named}/tunnelled > tunnelled.txt
curl -s --noproxy '' http://127.0.0.1:{named}/plain > plain.txt
curl -s --noproxy '' http://127.0.0.1:{other}/ > other.txt
curl -s http://127.0.0.1:{named}/ > direct.txt
"""


@pytest.mark.usefixtures("nothing_left")
def test_only_the_agent_reaches_the_hosts_that_its_task_names(
    make_task: MakeTask, headwater: Headwater, serve: Callable[[], int], tmp_path: Path
) -> None:
    allowed_port, other = serve(), serve()
    toml = f'[network]\nallow = ["127.0.0.1:{allowed_port}"]\n[entrypoint]\ncommand = "sh look.sh"\n'
    look = CUT_OFF.format(named=allowed_port)
    solution = SOLUTION.format(named=allowed_port, other=other)
    make_task(checks=CHECKS, toml=toml, solution=solution, files={"workspace/look.sh": look})

    completed = headwater("run", "tasks/scratch", "--agent", "oracle", "--prompt", "baseline", "--out", "job")

    assert completed.exit_code == 0, completed.err
    [trial] = (tmp_path / "job/trials").iterdir()
    files = {path.stem: path.read_text() for path in (trial / "state/workspace").glob("*.txt")}
    assert (files["tunnelled"], files["plain"], files["direct"]) == ("hello /tunnelled", "hello /plain", "")
    assert files["other"] == f"headwater: 127.0.0.1:{other}: not in the task's list\n"
    lines = [json.loads(line) for line in (trial / "egress.jsonl").read_text().splitlines()]
    assert [(line["place"].rpartition(":")[2], line["what"]) for line in lines] == [
        *[(str(allowed_port), "admitted"), (str(allowed_port), "ended")] * 2,
        (str(other), "refused"),
    ]
    [verdict] = (trial / "verdicts").iterdir()
    checks = json.loads(verdict.read_text())["gates"][0]["checks"]
    assert {check["name"]: check["outcome"] for check in checks}["grading_has_no_way_out"] == "passed"


def test_a_task_that_names_no_place_has_no_way_out(make_task: MakeTask, headwater: Headwater, tmp_path: Path) -> None:
    make_task(solution="curl -s --max-time 20 -x http://127.0.0.1:8398 http://127.0.0.1/; echo $? > code.txt")
    completed = headwater("run", "tasks/scratch", "--agent", "oracle", "--prompt", "baseline", "--out", "job")
    assert completed.exit_code == 0, completed.err
    [trial] = (tmp_path / "job/trials").iterdir()
    assert (trial / "state/workspace/code.txt").read_text() == "7\n"  # nothing listens on the port during grading
    assert not (trial / "egress.jsonl").exists()


@pytest.mark.parametrize(
    ("network", "message"),
    [
        ('allow = ["https://pypi.org"]', "network.allow.0: 'https://pypi.org' is not valid; use host:port"),
        ('allow = ["*.pypi.org:443"]', "network.allow.0: '*.pypi.org:443' is not valid; use host:port"),
        ('allow = ["pypi.org:70000"]', "70000 is not a port"),
        ("allow = []", "network.allow: needs at least 1"),
        ('allowed = ["pypi.org:443"]', "did you mean allow?"),
    ],
)
def test_a_list_that_is_wrong_is_refused(make_task: MakeTask, headwater: Headwater, network: str, message: str) -> None:
    make_task(toml=f"[network]\n{network}\n")
    completed = headwater("run", "tasks/scratch", "--agent", "oracle", "--out", "job")
    assert completed.exit_code == 2
    assert message in completed.err
    assert "task.toml" in completed.err
