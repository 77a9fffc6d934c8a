"""Run the server in a copy, behind a proxy to ClickHouse that delays queries, counts them and makes them fail."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from headwater.grading import Graded

# This program runs in the copy and acts as the server's clients.
PROGRAM = r"""
import http.client, json, os, signal, socket, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST, PORT = os.environ["CLICKHOUSE_HOST"], int(os.environ["CLICKHOUSE_PORT"])
TOKENS = {number: token for token, number in json.load(open("tokens.json")).items()}
HOPS = ("host", "transfer-encoding", "connection", "content-length", "keep-alive", "date", "server")
report = {}


class Proxy(ThreadingHTTPServer):
    request_queue_size, daemon_threads = 256, True
    delay, failing, stalled = 0.0, False, False

    def __init__(self, port):
        super().__init__(("127.0.0.1", port), Relay)
        self.lock, self.running, self.most, self.queries, self.requests = threading.Lock(), 0, 0, 0, 0

    def reset(self, delay=0.0, failing=False, stalled=False):
        self.delay, self.failing, self.stalled = delay, failing, stalled
        self.most = self.queries = self.requests = 0


class Relay(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def relay(self):
        proxy, body = self.server, self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_query = b"ads." in body or "ads." in self.path
        with proxy.lock:
            proxy.requests += 1
            proxy.queries += is_query
            proxy.running += is_query
            proxy.most = max(proxy.most, proxy.running)
        try:
            if is_query:
                time.sleep(proxy.delay)
                stop = time.monotonic() + 40
                while proxy.stalled and time.monotonic() < stop:
                    time.sleep(0.1)
            if is_query and proxy.failing:
                status, headers, content = 500, [], b"Code: 202. DB::Exception: Too many simultaneous queries."
            else:
                there = http.client.HTTPConnection(HOST, PORT, timeout=60)
                sent = [(name, value) for name, value in self.headers.items() if name.lower() not in HOPS]
                there.request(self.command, self.path, body, dict(sent))
                answer = there.getresponse()
                status, headers, content = answer.status, answer.getheaders(), answer.read()
                there.close()
        finally:
            with proxy.lock:
                proxy.running -= is_query
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in HOPS:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = relay

    def log_message(self, *_):
        pass


def direct(sql):
    connection = http.client.HTTPConnection(HOST, PORT, timeout=60)
    login = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    connection.request("POST", "/", sql.encode(), login)
    return connection.getresponse().read().decode().strip()


def ask(path, token=None, timeout=25.0):
    connection, started = http.client.HTTPConnection("127.0.0.1", 3000, timeout=timeout), time.monotonic()
    try:
        connection.request("GET", path, headers={"X-Token": token} if token else {})
        answer = connection.getresponse()
        text = answer.read().decode()
        try:
            body = json.loads(text)
        except ValueError:
            body = text[:200]
        status, kind, retry = answer.status, answer.getheader("Content-Type", ""), answer.getheader("Retry-After")
    except (OSError, http.client.HTTPException) as error:
        status, body, kind, retry = 0, f"{type(error).__name__}: {error}", "", None
    finally:
        connection.close()
    seconds = round(time.monotonic() - started, 2)
    return {"status": status, "body": body, "kind": kind, "retry": retry, "seconds": seconds}


def path_of(first, last):
    return f"/api/report?from={first}&to={last}"


def crowd(asked, at_once):
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda one: {"asked": one, **ask(path_of(*one[1:]), TOKENS[one[0]])}, asked))


class Server:
    def __init__(self, port):
        self.log = open(f".log-{port}", "w")
        env = {**os.environ, "CLICKHOUSE_PORT": str(port), "CLICKHOUSE_URL": f"http://{HOST}:{port}"}
        self.process = subprocess.Popen(["python3", "server.py"], env=env, stdout=self.log, stderr=self.log)
        until = time.monotonic() + 30
        while ask("/health", timeout=5)["status"] == 0 and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.1)

    def end(self):
        self.process.kill()
        self.process.wait()


def proxy_at(port):
    proxy = Proxy(port)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    return proxy


def seen(proxy):
    return {"most": proxy.most, "queries": proxy.queries, "requests": proxy.requests}


def say(name, value):
    report[name] = value


if sys.argv[1] == "crowd":
    proxy = proxy_at(18123)
    server = Server(18123)
    asked = [(n, f"2026-{m:02}-01", f"2026-{m:02}-20") for m in (8, 9) for n in range(1, 31)]
    proxy.reset(delay=0.1)
    say("many", {"answers": crowd(asked, 20), **seen(proxy)})
    proxy.reset(delay=0.3)
    asked = [(17, f"2026-06-{d:02}", f"2026-07-{d:02}") for d in range(1, 13)]
    say("periods", {"answers": crowd(asked, 12), **seen(proxy)})
    proxy.reset(delay=0.8)
    say("same", {"answers": crowd([(17, "2026-05-01", "2026-11-20")] * 30, 30), **seen(proxy)})
    proxy.reset()
    asked = [(5, "2026-10-01", f"2026-10-{d:02}") for d in range(1, 21)]
    say("sequence", {"answers": crowd(asked, 1), **seen(proxy)})
    proxy.reset()
    question = (7, "2026-11-01", "2026-11-30")
    first = crowd([question], 1)[0]
    direct("INSERT INTO ads.events VALUES (7, '2026-11-15 12:00:00', 'new-7', 'click', 5000000)")
    again = crowd([question] * 3, 1)
    foreign = [ask(path_of(*question[1:]), token) for token in ("tok-unknown", None, TOKENS[8])]
    queries = proxy.queries
    time.sleep(5.5)
    later = crowd([question], 1)[0]
    say("fresh", {"first": first, "again": again, "foreign": foreign, "queries": queries, "later": later})
    ended = threading.Event()

    def insert():
        n = 0
        while not ended.is_set():
            n += 1
            rows = f"SELECT 9, toDateTime('2026-11-10 00:00:00'), 'live-9', 'click', 7 FROM numbers({n % 3 + 1})"
            direct("INSERT INTO ads.events " + rows)

    inserter = threading.Thread(target=insert)
    inserter.start()
    proxy.reset(delay=0.2)
    say("live", {"answers": crowd([(9, f"2026-10-{d:02}", "2026-11-30") for d in range(1, 13)], 4)})
    ended.set()
    inserter.join()
    proxy.reset()
    idle = [socket.create_connection(("127.0.0.1", 3000)) for _ in range(60)]
    say("idle", {"health": ask("/health"), "answers": crowd([(n, "2026-05-05", "2026-05-25") for n in range(1, 9)], 8)})
    for connection in idle:
        connection.close()
    proxy.reset(stalled=True)
    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(ask, path_of("2026-05-01", f"2026-05-{n + 10}"), TOKENS[n], 4.0) for n in range(1, 9)]
        time.sleep(1)
        say("busy_health", ask("/health"))
        proxy.reset()
        [one.result() for one in waiting]
    dates = [("2026-10-01", "2026-02-30"), ("2026-10-02", "2026-10-01"), ("x", "2026-10-01")]
    bad = ["/api/report", *(path_of(*pair) for pair in dates), "/nothing"]
    say("bad", [ask(path, TOKENS[3]) for path in bad])
    say("empty", crowd([(41, "2026-10-01", "2026-10-02"), (3, "2025-01-01", "2025-02-01")], 1))
    server.end()
    lines = open(".log-18123").read().splitlines()
    requests = [line for line in lines if "/api/report" in line]
    say("log", {"lines": requests[:60], "tokens": sum("tok-" in line for line in lines)})
else:
    server = Server(18124)
    say("without", {"health": ask("/health"), "answer": ask(path_of("2026-10-01", "2026-10-31"), TOKENS[4])})
    proxy = proxy_at(18124)
    time.sleep(0.5)
    say("back", crowd([(4, "2026-10-01", "2026-10-31")], 1)[0])
    proxy.reset(delay=0.6, failing=True)
    question = (11, "2026-09-01", "2026-09-30")
    failed = crowd([question] * 8, 8)
    proxy.reset()
    say("failing", {"answers": failed, "next": crowd([question], 1)[0]})
    proxy.reset(delay=1.5)
    gone = socket.create_connection(("127.0.0.1", 3000))
    path = path_of("2026-08-01", "2026-08-31")
    gone.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Token: {TOKENS[12]}\r\n\r\n".encode())
    time.sleep(0.5)
    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(ask, path, TOKENS[12]) for _ in range(3)]
        time.sleep(0.3)
        gone.close()
        answers = [{"asked": [12, "2026-08-01", "2026-08-31"], **one.result()} for one in others]
        say("gone", {"answers": answers, **seen(proxy)})
    proxy.reset(stalled=True)
    with ThreadPoolExecutor(6) as pool:
        stalled = [pool.submit(ask, path_of("2026-07-01", f"2026-07-{n + 10}"), TOKENS[n]) for n in range(1, 7)]
        answers = [one.result() for one in stalled]
    proxy.reset()
    say("stalled", {"answers": answers, "next": crowd([(2, "2026-07-01", "2026-07-12")], 1)[0]})
    idle = [socket.create_connection(("127.0.0.1", 3000)) for _ in range(5)]
    proxy.reset(delay=2.0)
    with ThreadPoolExecutor(2) as pool:
        last = [pool.submit(ask, path_of("2026-06-01", f"2026-06-{n + 10}"), TOKENS[n]) for n in (1, 2)]
        time.sleep(0.8)
        stopped = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        answers = [{"asked": [n, "2026-06-01", f"2026-06-{n + 10}"], **one.result()} for n, one in zip((1, 2), last)]
    try:
        code = server.process.wait(30)
    except subprocess.TimeoutExpired:
        code = "none"
    say("stop", {"answers": answers, "code": code, "seconds": round(time.monotonic() - stopped, 1)})
    server.end()
    say("log", open(".log-18124").read().splitlines())
print(json.dumps(report))
"""

CAMPAIGNS = """
    select campaign, countIf(kind = 'impression'), countIf(kind = 'click'), sum(cost_micros) from ads.events
    where advertiser_id = {advertiser:UInt32} and toDate(event_time) between {first:Date} and {last:Date}
    group by campaign order by campaign
"""
FIELDS = ("campaign", "impressions", "clicks", "spend_micros")


@cache
def staged(graded: Graded, act: str) -> dict[str, Any]:
    """Run the server under load (``crowd``) or with failures (``failures``); all checks share one run.

    Returns:
        The observations from each scene, keyed by the scene's name. A scene that was not reached is missing.
    """
    with graded.copy() as copy:
        copy.write(".stage", PROGRAM)
        completed = copy.run(f"python3 -I .stage {act}", timeout_sec=200)
        last = completed.stdout.strip().rpartition("\n")[2]
        return (
            json.loads(last)
            if completed.exit_code == 0 and last.startswith("{")
            else {"error": completed.stderr[-300:]}
        )


@cache
def truth(graded: Graded, advertiser: int, first: str, last: str) -> dict[str, Any]:
    """Compute the right answer to a request from the events in the starting state."""
    parameters = {"advertiser": advertiser, "first": first, "last": last}
    rows = graded.starting.clickhouse.query(CAMPAIGNS, parameters)
    lines = [dict(zip(FIELDS, (str(row[0]), *map(int, row[1:])), strict=True)) for row in rows]
    total = {name: sum(line[name] for line in lines) for name in FIELDS[1:]}
    return {"advertiser": advertiser, "from": first, "to": last, "campaigns": lines, "total": total}


def scene(graded: Graded, act: str, name: str) -> Any:
    """Return the observations from a scene; fail an assertion if the scene was not reached."""
    report = staged(graded, act)
    assert name in report, f"the scene {name!r} was not reached: {report.get('error', 'the server does not answer')}"
    return report[name]


def describe_errors(graded: Graded, answers: list[dict[str, Any]]) -> str:
    """Describe the wrong answers; return an empty string if all are right."""
    other = [a for a in answers if a["status"] != 200 or a["body"] != truth(graded, *a["asked"])]
    if not other:
        return ""
    first = other[0]
    example = f"{first['asked']}: {first['status']} {str(first['body'])[:160]}"
    return f"{len(other)} of {len(answers)} answers are wrong, such as {example}"
