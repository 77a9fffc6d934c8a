"""A person as the agent: real trials, with commands from a pipe or a file, and at a pseudo-terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.agents.small import task
from tests.agents.terminal import Terminal

from headwater.records import TrialRecord

Run = Callable[..., subprocess.CompletedProcess[str]]
Open = Callable[..., Terminal]
START = r"The clock starts when you press Enter\."
PROMPT = r"\d+ (min|s) /workspace\$ "


@pytest.fixture
def run(tmp_path: Path, user_env: dict[str, str]) -> Run:
    """Run the command line with standard input that is not a terminal."""
    task(tmp_path / "small", "greet", timeout_sec=300)

    def call(*args: str | Path, commands: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from headwater.cli import main; main()", *map(str, args)]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=user_env,
            input=commands,
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )

    return call


@pytest.fixture
def open_terminal(tmp_path: Path, user_env: dict[str, str]) -> Iterator[Open]:
    """Run the command line in a pseudo-terminal."""
    task(tmp_path / "small", "greet", timeout_sec=300)
    opened: list[Terminal] = []

    def call(*args: str | Path, **options: Any) -> Terminal:
        opened.append(Terminal(*args, cwd=tmp_path, env=user_env, **options))
        return opened[-1]

    yield call
    for terminal in opened:
        terminal.close()


def begin(terminal: Terminal) -> None:
    """Start the clock and wait for the shell."""
    terminal.expect(START)
    terminal.type("\r")
    terminal.expect(PROMPT)


def finish(terminal: Terminal) -> None:
    """End the trial as a person does."""
    terminal.type("done\r")
    terminal.expect(r"have it graded\? \[y/N\] ")
    terminal.type("y")
    assert terminal.end() == 0


def trial_of(job: Path) -> Path:
    (folder,) = (job / "trials").iterdir()
    return folder


def steps_of(trial: Path) -> list[tuple[str, str, int | None]]:
    """Return the command, output and exit code of each step."""
    trajectory = json.loads((trial / "trajectory.json").read_text())
    return [
        (
            step["tool_calls"][0]["arguments"]["command"],
            step["observation"]["results"][0]["content"],
            step["tool_calls"][0]["extra"].get("exit_code"),
        )
        for step in trajectory["steps"]
        if step["source"] == "agent"
    ]


PIPED = """\
cd /tmp && cd -
for word in hello; do
  echo $word > greeting.txt
done
GREETING=$(cat greeting.txt)
echo "$GREETING" >&2; (exit 3)
cat <<END
a line
END
if then
done
echo never > greeting.txt
"""


def test_piped_commands_are_graded_and_recorded_one_by_one(run: Run, tmp_path: Path) -> None:
    done = run("run", "small", "--agent", "human", "--out", "job", "--json", commands=PIPED)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    assert (row["agent"], row["status"], row["score"]) == ("human", "ok", 1.0)
    trial = trial_of(tmp_path / "job")
    assert steps_of(trial) == [
        ("cd /tmp && cd -", "/workspace\n", 0),
        ("for word in hello; do\n  echo $word > greeting.txt\ndone", "", 0),
        ("GREETING=$(cat greeting.txt)", "", 0),
        ('echo "$GREETING" >&2; (exit 3)', "hello\n", 3),
        ("cat <<END\na line\nEND", "a line\n", 0),
    ]
    trajectory = json.loads((trial / "trajectory.json").read_text())
    assert "Write a greeting into greeting.txt" in trajectory["steps"][0]["message"]
    assert trajectory["extra"]["ending"] == "done"
    trace_text = run("trace", trial).stdout
    assert "5 commands" in trace_text
    assert "exit 3" in trace_text


def test_people_with_a_file_of_commands_are_apart(run: Run, tmp_path: Path) -> None:
    (tmp_path / "solve.sh").write_text("echo hello > greeting.txt\n")
    agents = ["--agent", "human:alice", "--agent", "human:bob"]
    done = run("run", "small", *agents, "--jobs", "2", "--commands", "solve.sh", "--out", "job", "--json")
    assert done.returncode == 0, done.stderr
    assert {row["agent"]: row["score"] for row in json.loads(done.stdout)} == {"human:alice": 1.0, "human:bob": 1.0}
    records = [
        TrialRecord.model_validate_json((trial / "trial.json").read_text())
        for trial in (tmp_path / "job/trials").iterdir()
    ]
    digests = {record.digests.agent for record in records if record.digests}
    assert {digest.partition(" ")[0] for digest in digests} == {"human:alice", "human:bob"}
    assert len({digest.partition(" ")[2] for digest in digests}) == 1


def test_the_shell_sees_no_file_of_the_host(run: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the password of the host")
    commands = f"cat {secret}\nls {tmp_path}\nls -A /opt/terminal\nid -u\ncat ~/.human/session.json | grep -c hello\n"
    run("run", "small", "--agent", "human", "--out", "job", commands=commands)
    trial = trial_of(tmp_path / "job")
    assert [code for _, _, code in steps_of(trial)] == [1, 2, 2, 0, 0]
    assert steps_of(trial)[3][1] == "20001\n"
    assert "password of the host" not in (trial / "agent.log").read_text()


def test_commands_that_run_too_long_are_stopped_and_reported(run: Run, tmp_path: Path) -> None:
    task(tmp_path / "small", "greet", timeout_sec=4)
    commands = "echo hello > greeting.txt\necho begun; sleep 600\n"
    done = run("run", "small", "--agent", "human", "--out", "job", "--json", commands=commands)
    assert json.loads(done.stdout)[0]["status"] == "agent_timeout"
    assert steps_of(trial_of(tmp_path / "job"))[-1] == ("echo begun; sleep 600", "begun\n", None)


@pytest.mark.parametrize(
    ("args", "commands", "message"),
    [
        (["--agent", "human"], "", "standard input: no commands in it"),
        (["--agent", "human", "--commands", "none.sh"], "", "--commands none.sh: No such file"),
        (["--agent", "nop", "--commands", "none.sh"], "", "--commands none.sh: only --agent human runs commands"),
        (["--agent", "human:../x"], "true", "--agent human:../x: a person's name has"),
    ],
)
def test_a_statement_that_cannot_run_is_one_line(run: Run, args: list[str], commands: str, message: str) -> None:
    done = run("run", "small", *args, commands=commands)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_person_works_at_a_terminal(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("run", "small", "--agent", "human:alice", "--out", "job")
    terminal.expect(r"small/greet, baseline prompt, human:alice: 5 minutes\. " + START)
    terminal.type("\r")
    terminal.expect(r"Write a greeting into greeting.txt")
    terminal.expect(r"[45] minutes left, until \d\d:\d\d:\d\d UTC; 4,096 MiB of memory")
    terminal.expect(PROMPT)
    terminal.type("stty size; tty\r")
    terminal.expect(r"\n30 100\n/dev/pts/\d+\n")
    terminal.resize(40, 132)
    terminal.type("sleep 1; stty size\r")  # Headwater notices the new size a moment later
    terminal.expect(r"\n40 132\n")
    terminal.type("sh -c 'echo asleep; exec sleep 600'\r")
    terminal.expect(r"\nasleep\n")  # until the command runs, Ctrl-C would reach bash
    terminal.type("\x03")
    terminal.expect(PROMPT)
    terminal.type("echo code $?; for i in 1 2; do echo $((i * 7)); done\r")
    terminal.expect(r"\ncode 130\n7\n14\n")
    terminal.type("echo helx\x7flo > greeting.txt\r")
    terminal.expect(PROMPT)
    terminal.type("done\r")
    terminal.expect(r"have it graded\? \[y/N\] ")
    terminal.type("n")
    terminal.expect(PROMPT)
    terminal.type("\x04")
    terminal.expect(PROMPT)
    terminal.type("builtin exit\r")
    terminal.expect("The shell has ended, and the trial goes on in a new one")
    terminal.expect(PROMPT)
    terminal.type("unset DEADLINE; clock\r")
    terminal.expect(r"\n[345] minutes left, until")
    finish(terminal)
    assert terminal.is_restored()
    assert "1.00" in terminal.shown_text
    trial = trial_of(tmp_path / "job")
    steps = steps_of(trial)
    assert [code for _, _, code in steps] == [0, 0, 130, 0, 0, None, 0]
    assert steps[4] == ("echo hello > greeting.txt", "", 0)
    assert json.loads((trial / "trajectory.json").read_text())["extra"]["reason"] == ""


def test_a_flood_of_output_can_be_interrupted_and_is_cut_in_the_log(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.type("yes; echo stopped\r")
    terminal.expect("(y\n){16000}")  # more output than the log keeps
    terminal.type("\x03")
    terminal.expect(r"\^C")
    terminal.expect(PROMPT)
    terminal.type("yes | head -n 1\r")
    terminal.expect(r"head -n 1\ny\n" + PROMPT)  # no error about a broken pipe appears
    finish(terminal)
    command, output, code = steps_of(trial_of(tmp_path / "job"))[0]
    assert (command, code) == ("yes; echo stopped", 130)
    assert len(output) < 40_000
    assert "bytes …]\n" in output


def test_nothing_else_gets_at_the_terminal(open_terminal: Open, tmp_path: Path) -> None:
    """The socket accepts one connection; programs can neither write to the log nor imitate the shell."""
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.type("python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"/opt/terminal/socket\")'\r")
    terminal.expect("ConnectionRefusedError")
    terminal.expect(PROMPT)
    terminal.type("echo forged > /proc/$PPID/fd/1; cat /proc/$PPID/environ; touch /opt/terminal/x\r")
    terminal.expect("/fd/1: Permission denied")
    terminal.expect("/environ: Permission denied")
    terminal.expect("Read-only file system")
    terminal.expect(PROMPT)
    terminal.type("printf '\\e]7001;guess;done;\\a'; echo still here\r")
    terminal.expect("\nstill here")
    finish(terminal)
    assert "forged\n" not in (trial_of(tmp_path / "job") / "agent.log").read_text()


@pytest.mark.minutes
def test_the_time_ends_a_session_in_an_editor(open_terminal: Open, tmp_path: Path) -> None:
    task(tmp_path / "small", "greet", timeout_sec=15)
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.type("printf '\\e[?1049h'; cat\r")
    terminal.expect(r"The time is over\. What you leave is frozen now\.")
    assert terminal.end() == 0
    assert terminal.is_restored()
    assert "agent_timeout" in terminal.shown_text
    command, output, code = steps_of(trial_of(tmp_path / "job"))[0]
    assert (command, code) == ("printf '\\e[?1049h'; cat", None)
    assert output == "[a program that used the whole screen]\n"


def test_a_warning_comes_before_the_time_is_over(open_terminal: Open, tmp_path: Path) -> None:
    task(tmp_path / "small", "greet", timeout_sec=66)
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.type("echo half")
    terminal.expect(r"headwater: (60|5\d) seconds left\n")
    terminal.expect(PROMPT + "echo half")
    terminal.type("way\r")
    terminal.expect(r"\nhalfway\n")
    finish(terminal)


def test_an_abandoned_trial_is_started_again_with_a_note(open_terminal: Open, run: Run, tmp_path: Path) -> None:
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.type("abandon\r")
    terminal.expect(r"It will not be graded\. \[y/N\] ")
    terminal.type("y")
    assert terminal.end() == 130
    assert "headwater resume" in terminal.shown_text
    assert not list((tmp_path / "job/trials").iterdir())
    without = run("resume", "job")
    assert without.returncode == 2
    assert "standard input and standard error are not a terminal" in without.stderr
    again = open_terminal("resume", "job")
    again.expect("earlier sessions of this trial: 1")
    begin(again)
    finish(again)
    trajectory = json.loads((trial_of(tmp_path / "job") / "trajectory.json").read_text())
    assert trajectory["extra"]["reason"] == "earlier sessions of this trial: 1"


def test_a_closed_terminal_abandons_the_trial(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("run", "small", "--agent", "human", "--out", "job")
    begin(terminal)
    terminal.hang_up()
    terminal.process.wait(60)
    assert terminal.process.returncode != 0
    assert not list((tmp_path / "job/trials").glob("[!.]*"))


def test_a_terminal_serves_one_trial_at_a_time(open_terminal: Open) -> None:
    terminal = open_terminal("run", "small", "--agent", "human", "--jobs", "2", "--out", "job")
    assert terminal.end() == 2
    assert "--jobs 2: a terminal serves one trial at a time; use --jobs 1 for human" in terminal.shown_text
