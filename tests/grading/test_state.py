"""Copies of a state: the effects of the agent's code in a copy, and the answers of the agent's server."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.grading.conftest import BASE
from tests.live import Live

from headwater.grading import Completed, LayeredState, ServerClient, State, Tooling, _http
from headwater.records import ServiceName, TaskConfig
from headwater.sandbox import User, change_owner, open_sandbox

SERVER = r"""
import http.server, socket, time

BODIES = {"/json": b'{"rows": [1, 2]}', "/latin": b"caf\xe9", "/nothing": b""}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/slow":
            time.sleep(0.3)
        if self.path == "/close":
            return self.connection.shutdown(socket.SHUT_RDWR)
        if self.path == "/garbage":
            return self.wfile.write(b"\x00 not http\r\n\r\n")
        if self.path == "/cut":
            return self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort")
        if self.path == "/drip":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                self.wfile.write(b".")
                time.sleep(0.05)
        body = BODIES.get(self.path, b"text")
        self.send_response(500 if self.path == "/broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Kind", "Test")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
"""
CONFIG = TaskConfig.model_validate(
    {
        **BASE,
        "services": ["postgres"],
        "agent": {"disk_mb": 48},
        "entrypoint": {"command": "echo entry; echo said >&2; exit 4", "timeout_sec": 20},
        "server": {"command": "python3 serve.py", "port": 8080, "ready_path": "/json", "ready_timeout_sec": 20},
    }
)


@contextmanager
def opened(folder: Path, empty: dict[ServiceName, Path], tooling: Tooling, relocated: bool = False) -> Iterator[State]:
    workspace = folder / "left"
    workspace.mkdir()
    (workspace / "serve.py").write_text(SERVER)
    (folder / "host.txt").write_text("the host's own")
    for path in (workspace, *workspace.iterdir()):
        change_owner(path, User.AGENT)
    sandbox = open_sandbox([folder, *empty.values(), *tooling.mounts.values()])
    layers = LayeredState((workspace,), {"postgres": (empty["postgres"],)})
    state = State(sandbox, CONFIG, tooling, layers, folder / "scratch", relocated=relocated)
    yield state
    state.close()
    sandbox.close()


@pytest.fixture(scope="module")
def state(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[State]]:
    live: Live[State] = Live(opened, empty_services, tooling)
    yield live
    live.close()


def run(
    state: State, command: str | None = None, env: dict[str, str] | None = None, timeout_sec: float = 60
) -> Completed:
    return state.run(command, env, timeout_sec)


def write(state: State, path: str, text: str) -> None:
    state.write(path, text)


def test_the_entry_point_runs_by_default(state: Live[State]) -> None:
    done = state(run)
    assert (done.exit_code, done.stdout, done.stderr, done.tail) == (4, "entry\n", "said\n", "said")


def test_commands_run_as_the_agent_in_the_workspace_with_the_services(state: Live[State]) -> None:
    done = state(run, "id -un; pwd; echo $HOME; psql -XAtc 'select 1'; ls serve.py")
    assert done.stdout.split() == ["agent", "/workspace", "/home/agent", "1", "serve.py"]
    assert state(run, "echo $PGPORT $MORE", {"PGPORT": "1", "MORE": "yes"}).stdout == "1 yes\n"


def test_a_command_cannot_write_more_than_its_disk_takes(state: Live[State]) -> None:
    fills = "n=0; while :; do n=$((n + 1)); head -c 4M /dev/zero > fill-$n || exit 7; sleep 0.02; done"
    done = state(run, fills, timeout_sec=400)
    state(run, "rm -f fill-*")
    assert done.seconds < 300
    if os.geteuid() == 0:
        assert done.exit_code == 7
        assert "No space left on device" in done.tail
    else:
        assert done.exit_code == 124
        assert "to workspace, more than 48 MiB" in done.tail


def test_a_command_beyond_its_time_limit_is_killed_with_exit_code_124(state: Live[State]) -> None:
    done = state(run, "echo started; sleep 1000 & sleep 1000; echo never", timeout_sec=2)
    assert (done.exit_code, done.stdout) == (124, "started\n")
    assert 1.9 < done.seconds < 300
    assert "sleep" not in state(run, "cat /proc/[0-9]*/comm").stdout


@pytest.mark.parametrize(("command", "code"), [("exit 7", 7), ("kill -9 $$", 137), ("nothing-of-that-name", 127)])
def test_exit_codes_are_the_programs(state: Live[State], command: str, code: int) -> None:
    assert state(run, command).exit_code == code


def test_much_output_is_cut_and_does_not_block(state: Live[State]) -> None:
    done = state(run, "head -c 5000000 /dev/zero | tr '\\0' x; echo done >&2")
    assert (done.exit_code, len(done.stdout), done.stderr) == (0, 1 << 20, "done\n")


def test_written_files_belong_to_the_agent_and_replace_existing_ones(state: Live[State]) -> None:
    state(write, "deep/er/new.csv", "a,b\n")
    assert (
        state(run, "cat deep/er/new.csv; stat -c %U deep/er/new.csv; echo c >> deep/er/new.csv").stdout
        == "a,b\nagent\n"
    )
    state(write, "deep/er/new.csv", "z\n")
    assert state(run, "cat deep/er/new.csv").stdout == "z\n"


def host_file(state: State) -> str:
    return (state._scratch.parent / "host.txt").read_text()


def test_writing_does_not_follow_a_link_of_the_agents(state: Live[State]) -> None:
    target = state(scratch) + "/host.txt"
    state(run, f"ln -s {target} users.csv; ln -s {Path(target).parent} out; ln -s loop loop")
    state(write, "users.csv", "new\n")
    assert state(run, "cat users.csv; test -L users.csv || echo file").stdout == "new\nfile\n"
    state(write, "loop", "ended\n")
    assert state(run, "cat loop").stdout == "ended\n"
    state(refused, "out/host.txt")
    assert state(host_file) == "the host's own"


def scratch(state: State) -> str:
    return str(state._scratch.parent)


def refused(state: State, path: str) -> bool:
    """Return whether a write through a linked folder is refused; replacing the link is also safe."""
    try:
        state.write(path, "through a link")
    except OSError:
        return True
    return False


def test_a_copy_does_not_change_agent_output(state: Live[State]) -> None:
    state(write, "serve2.py", "x")
    assert state(left_files) == ["serve.py"]


def left_files(state: State) -> list[str]:
    return sorted(path.name for path in (state._scratch.parent / "left").iterdir())


def answers(state: State, *paths: str) -> list[tuple[int, str]]:
    client = _serve(state)
    return [(answer.status, answer.text) for answer in map(client.get, paths)]


def _serve(state: State) -> ServerClient:
    if state not in _clients:
        _clients[state], first = state.serve()
        assert first.status == 200, (first, state.server_log)
    return _clients[state]


_clients: dict[State, ServerClient] = {}  # inside the cell


def test_a_server_is_queried_in_its_network(state: Live[State]) -> None:
    assert state(answers, "/json", "/text", "/nothing", "/broken") == [
        (200, '{"rows": [1, 2]}'),
        (200, "text"),
        (200, ""),
        (500, "text"),
    ]
    assert state(answers, "/latin") == [(200, "caf\ufffd")]


@pytest.mark.parametrize("path", ["/close", "/garbage", "/cut", "/ bad\npath"])
def test_a_misbehaving_server_has_status_0_and_a_reason(state: Live[State], path: str) -> None:
    [(status, text)] = state(answers, path)
    assert status == 0
    assert text.partition(":")[0].isidentifier()
    assert state(answers, "/text") == [(200, "text")]


def with_little_patience(state: State, path: str) -> tuple[int, str, float]:
    timeout_before, _http._TIMEOUT_SEC = _http._TIMEOUT_SEC, 0.5
    try:
        answer = _serve(state).get(path)
    finally:
        _http._TIMEOUT_SEC = timeout_before
    return answer.status, answer.text, answer.seconds


def test_a_server_that_never_ends_its_answer_does_not_hold_up_the_check(state: Live[State]) -> None:
    # Otherwise an agent's server could make a check look broken, and so have its trial excluded.
    status, text, seconds = state(with_little_patience, "/drip")
    assert (status, text) == (0, "TimeoutError: no complete answer in 0.5 s")
    assert seconds < 5


def json_of(state: State, path: str) -> object:
    return _serve(state).get(path).json


def test_a_body_that_is_not_json_is_none(state: Live[State]) -> None:
    assert state(json_of, "/json") == {"rows": [1, 2]}
    assert state(json_of, "/text") is None
    assert state(json_of, "/close") is None


def headers_of(state: State, path: str) -> dict[str, str]:
    return dict(_serve(state).get(path).headers)


def test_headers_are_lower_case(state: Live[State]) -> None:
    assert state(headers_of, "/json")["x-kind"] == "Test"


def timed(state: State, count: int, at_once: int) -> tuple[float, list[int], bool]:
    import time

    client = _serve(state)
    started = time.perf_counter()
    found = client.get_all(["/slow"] * count, at_once)
    threads = any("ThreadPool" in thread.name and thread.is_alive() for thread in threading.enumerate())
    return time.perf_counter() - started, [answer.status for answer in found], threads


def test_requests_go_out_at_the_same_time(state: Live[State]) -> None:
    one_by_one, _, _ = state(timed, 4, 1)
    parallel_sec, statuses, threads = state(timed, 8, 8)
    assert statuses == [200] * 8
    assert one_by_one >= 1.2
    assert parallel_sec < 2 * one_by_one
    assert not threads


def in_order(state: State) -> list[str]:
    return [answer.text for answer in _serve(state).get_all(["/slow", "/json", "/text"], 3)]


def test_answers_are_in_the_order_of_the_requests(state: Live[State]) -> None:
    assert state(in_order) == ["text", '{"rows": [1, 2]}', "text"]


def seconds(state: State, path: str) -> float:
    return float(_serve(state).seconds(path, repeats=2))


def test_a_request_without_an_answer_has_a_time_of_an_hour(state: Live[State]) -> None:
    assert 0.3 <= state(seconds, "/slow") < 5
    assert state(seconds, "/broken") == 3600
    assert state(seconds, "/close") == 3600


def test_a_relocated_state_is_marked(empty_services: dict[ServiceName, Path], tooling: Tooling) -> None:
    live: Live[State] = Live(opened, empty_services, tooling, True)
    try:
        done = live(run, "echo $PGPORT $PGPASSWORD; psql -XAtc 'select 1'; PGPORT=5432 psql -c 'select 1'")
        assert done.stdout.split() == ["6632", "moved-elsewhere", "1"]
        assert done.exit_code == 2
    finally:
        live.close()
