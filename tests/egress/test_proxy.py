from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from headwater.egress import open_egress
from headwater.egress._proxy import parse
from headwater.egress._rules import is_public, split_place
from headwater.sandbox import hand_over

WAIT_SEC = 30.0


@contextmanager
def proxy(allow: Sequence[str], log: Path) -> Iterator[int]:
    """Start the proxy on a port of this machine; in a trial, it listens on the trial's own loopback."""
    with open_egress(allow, log) as control, socket.create_server(("127.0.0.1", 0)) as listener:
        hand_over(listener, control)
        yield listener.getsockname()[1]


def ask(port: int, request: str) -> bytes:
    """Send a request and return the whole response."""
    with socket.create_connection(("127.0.0.1", port), timeout=WAIT_SEC) as client:
        client.sendall(request.encode())
        client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(4096), b""))


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_listed_hosts_are_reached_and_logged(serve: Callable[[], int], tmp_path: Path) -> None:
    place = f"127.0.0.1:{serve()}"
    with proxy([place], tmp_path / "log") as port:
        tunnelled = ask(port, f"CONNECT {place} HTTP/1.1\r\n\r\nGET /a HTTP/1.0\r\n\r\n")
        plain = ask(port, f"GET http://{place}/b?c HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n\r\n")
    assert tunnelled.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.0 200 OK")
    assert tunnelled.endswith(b"hello /a")
    assert plain.endswith(b"hello /b?c")
    assert [(line["place"], line["what"]) for line in lines(tmp_path / "log")] == [
        (place, "admitted"),
        (place, "ended"),
    ] * 2
    assert lines(tmp_path / "log")[1]["received"] == len(tunnelled) - len(
        b"HTTP/1.1 200 Connection established\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1:{other}", "not in the task's list"),
        ("127.1:{port}", "not in the task's list"),
        ("[::ffff:127.0.0.1]:{port}", "not in the task's list"),
        ("example.com:443", "not in the task's list"),
        # A host name is not an address: its owner may point it at this machine, as here.
        ("localhost:{port}", "not public; a task names such an address itself"),
    ],
)
def test_all_else_is_refused_and_written_down(serve: Callable[[], int], tmp_path: Path, address: str, why: str) -> None:
    port, other = serve(), serve()
    place = address.format(port=port, other=other)
    with proxy([f"127.0.0.1:{port}", f"localhost:{port}"], tmp_path / "log") as at:
        for request in (f"CONNECT {place} HTTP/1.1\r\n\r\n", f"GET http://{place}/ HTTP/1.1\r\n\r\n"):
            answer = ask(at, request)
            assert answer.startswith(b"HTTP/1.1 403 Forbidden\r\n")
            assert why.encode() in answer
    assert [line["what"] for line in lines(tmp_path / "log")] == ["refused", "refused"]


@pytest.mark.parametrize("request_", ["nonsense\r\n\r\n", "GET /path HTTP/1.1\r\n\r\n", "CONNECT x HTTP/1.1\r\n\r\n"])
def test_invalid_requests_are_refused(tmp_path: Path, request_: str) -> None:
    with proxy(["example.com:443"], tmp_path / "log") as port:
        assert ask(port, request_).startswith(b"HTTP/1.1 400 Bad Request\r\n")


def test_an_unknown_name_fails(tmp_path: Path) -> None:
    with proxy(["nobody.invalid:80"], tmp_path / "log") as port:
        assert ask(port, "CONNECT nobody.invalid:80 HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
    assert [line["what"] for line in lines(tmp_path / "log")] == ["failed"]


def test_the_proxy_ends_with_the_trial(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        place = f"127.0.0.1:{silent.getsockname()[1]}"
        with proxy([place], tmp_path / "log") as port:
            client = socket.create_connection(("127.0.0.1", port), timeout=WAIT_SEC)
            client.sendall(f"CONNECT {place} HTTP/1.1\r\n\r\n".encode())
            assert client.recv(4096).startswith(b"HTTP/1.1 200")
        with client:
            assert client.recv(4096) == b""
    assert [line["what"] for line in lines(tmp_path / "log")] == ["admitted", "ended"]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1"),
        *("::ffff:10.0.0.1", "2002:7f00:1::1", "64:ff9b::10.0.0.1"),
    ],
)
def test_addresses_of_this_machine_and_its_network_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"])
def test_addresses_of_the_world_are_public(address: str) -> None:
    assert is_public(address)


def test_places_are_compared_as_they_are_meant() -> None:
    assert split_place("PyPI.org.:443") == ("pypi.org", 443)
    assert split_place("[2001:DB8:0::1]:443") == ("2001:db8::1", 443)
    for wrong in ("pypi.org", ":443", "pypi.org:", "pypi.org:https", "[nonsense]:1"):
        with pytest.raises(ValueError, match=r"host:port|expected in"):
            split_place(wrong)


def test_a_plain_request_is_forwarded_without_the_proxys_own_headers() -> None:
    head = (
        b"GET http://user@a.example/x?y HTTP/1.1\r\nHost: a.example\r\nProxy-Authorization: z\r\nConnection: x\r\n\r\n"
    )
    query = parse(head)
    assert query.place == "a.example:80"
    assert query.first == b"GET /x?y HTTP/1.1\r\nConnection: close\r\nHost: a.example\r\n\r\n"


def test_connections_beyond_the_limit_are_closed(
    serve: Callable[[], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.egress._proxy._AT_ONCE", 2)
    place = f"127.0.0.1:{serve()}"
    tunnel = f"CONNECT {place} HTTP/1.1\r\n\r\n"
    with proxy([place], tmp_path / "log") as port:
        clients = [socket.create_connection(("127.0.0.1", port), timeout=WAIT_SEC) for _ in range(2)]
        for client in clients:
            client.sendall(tunnel.encode())
            assert client.recv(4096).startswith(b"HTTP/1.1 200")
        with socket.create_connection(("127.0.0.1", port), timeout=WAIT_SEC) as third:
            assert third.recv(1) == b""
        for client in clients:
            client.close()
        while [line["what"] for line in lines(tmp_path / "log")].count("ended") < 2:
            time.sleep(0.01)
        assert ask(port, tunnel).startswith(b"HTTP/1.1 200")
