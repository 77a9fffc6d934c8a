from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest
from tests.live import Live, Running, in_new, in_place

from headwater.errors import QueryError
from headwater.sandbox import run_in_cell
from headwater.services import SERVICES, Placement, QueryLimits, RedisClient
from headwater.services.redis._protocol import RedisConnection


def redis_of(running: Running) -> RedisClient:
    client: RedisClient = running.stack.service("redis")
    return client


def test_the_version_is_the_servers() -> None:
    assert SERVICES["redis"].version.startswith("Redis server v=")


def test_variables_follow_the_placement() -> None:
    assert SERVICES["redis"].variables(Placement(7579, "hush")) == {
        "REDIS_URL": "redis://app:hush@127.0.0.1:7579/0",
        "REDIS_HOST": "127.0.0.1",
        "REDIS_PORT": "7579",
        "REDIS_USERNAME": "app",
        "REDIS_PASSWORD": "hush",
    }


def fill(running: Running) -> None:
    client = redis_of(running)
    client.execute("SET", "text", "one")
    client.execute("RPUSH", "list", 2, 1)
    client.execute("SADD", "set", "b", "a")
    client.execute("ZADD", "scores", 1.5, "x")
    client.execute("HSET", "hash", "f", "v")
    client.execute("XADD", "stream", "1-1", "f", "v")
    client.execute("SET", "elsewhere", "x", database=3)
    client.execute("SET", "brief", "x", "PXAT", 4_000_000_000_000)


def stored_values(running: Running) -> list[object]:
    client = redis_of(running)
    names = ["text", "list", "set", "scores", "hash", "stream", "none"]
    return [[client.value(name) for name in names], client.databases(), client.expires("brief"), client.expires("text")]


def test_a_clean_stop_keeps_everything(tmp_path: Path) -> None:
    run_in_cell(in_new, tmp_path, ["redis"], fill)
    values = [b"one", [b"2", b"1"], [b"a", b"b"], [b"x", b"1.5"], [b"f", b"v"], [[b"1-1", [b"f", b"v"]]], None]
    assert run_in_cell(in_place, tmp_path, ["redis"], stored_values) == [values, [0, 3], 4_000_000_000_000, None]


def refused(running: Running, *words: str) -> str:
    try:
        redis_of(running).app.execute(*words)
    except QueryError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "command",
    ["CONFIG SET dir /tmp", "ACL LIST", "SHUTDOWN", "BGSAVE", "REPLICAOF h 1", "MONITOR", "SAVE", "CLIENT LIST"],
)
def test_the_agents_account_cannot_administer(services: Live[Running], command: str) -> None:
    assert "NOPERM" in services(refused, *command.split())


def test_the_agents_account_can_do_all_with_data(services: Live[Running]) -> None:
    for command in ("SET a 1", "EVAL return(1) 0", "KEYS *", "INFO", "EXPIRE a 9", "DEL a", "FLUSHDB"):
        assert services(refused, *command.split()) == "", command


def as_reader(running: Running, *words: str) -> str:
    found = running.stack._find("redis")
    client = RedisClient(running.stack.network, found.placement, found.run, QueryLimits(rows=10, size=1000))
    redis_of(running).execute("RPUSH", "long", *range(50))
    redis_of(running).execute("SET", "wide", "x" * 5000)
    try:
        return repr(client.execute(*words))
    except QueryError as error:
        return str(error)
    finally:
        redis_of(running).execute("DEL", "long", "wide")


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("LLEN long", "50"),
        ("SET a 1", "NOPERM"),
        ("EVAL return(1) 0", "NOPERM"),
        ("FCALL f 0", "NOPERM"),
        ("PUBLISH a b", "NOPERM"),
        ("LRANGE long 0 -1", "the answer has more than 10 rows"),
        ("GET wide", "the answer has more than 0 MiB"),
    ],
)
def test_grading_reads_within_limits_and_writes_nothing(services: Live[Running], command: str, output: str) -> None:
    assert output in services(as_reader, *command.split())


@pytest.mark.parametrize(
    ("answer_bytes", "message"),
    [
        (b"*1\r\n" * 20, "the answer cannot be read"),
        (b"$99999999999\r\n", "more than"),
        (b"*99999999\r\n", "more than"),
        (b":x\r\n", "invalid literal"),
        (b"?\r\n", "invalid literal"),
        (b"+never ends", "did not end in|timed out"),
    ],
)
def test_reading_any_answer_of_a_server_ends(answer_bytes: bytes, message: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            peer, _ = server.accept()
            peer.recv(100)
            peer.sendall(answer_bytes)
            done.wait(5)
            peer.close()

        done = threading.Event()
        thread = threading.Thread(target=answer)
        thread.start()
        connection = RedisConnection(
            "127.0.0.1", server.getsockname()[1], QueryLimits(seconds=0.5, rows=100, size=1 << 20)
        )
        with pytest.raises(QueryError, match=message):
            connection.ask(b"PING")
        done.set()
        thread.join()
