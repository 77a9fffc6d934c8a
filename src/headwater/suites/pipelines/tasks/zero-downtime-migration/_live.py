"""Migrate a sister shop under the traffic, and kill the migration twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from _orders import FoundOrder, read_orders, seeded_orders
from _traffic import Traffic, wrong_seeded

from headwater.grading import Graded, QueryError

[_TRAFFIC] = Path(__file__).with_name("workload").glob("*.py")
_PROGRAM = r"""
import json, os, re, signal, subprocess, sys, time

import psycopg

names, codes, log = set(), [], open(".events", "w")
traffic = subprocess.Popen([sys.executable, "-I", ".traffic"], stdout=log, stderr=subprocess.DEVNULL)
watch = psycopg.connect("", autocommit=True, application_name="watch")


def began():
    return open(".events").read().count('"report-began"')


def migrate(share, limit):
    # Kill the migration when this part of the rows is filled, or after this time; a share above 1 lets it end.
    with open(".printed", "w") as printed:
        process = subprocess.Popen(["bash", "migrate.sh"], stdout=printed, stderr=printed, start_new_session=True)
    deadline = time.monotonic() + limit
    while process.poll() is None and time.monotonic() < deadline:
        sql = "select distinct application_name from pg_stat_activity where client_addr is not null and query <> ''"
        names.update(name for (name,) in watch.execute(sql))
        found = re.findall(r"filled=(\d+) of (\d+)", open(".printed").read())
        if found and int(found[-1][0]) >= share * int(found[-1][1]):
            break
        time.sleep(0.05)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    codes.append(process.wait())
    return open(".printed").read()[-300:]


while began() < 2:  # a report has just begun, and its lock is there for the next six seconds
    time.sleep(0.05)
time.sleep(0.2)
migrate(0.3, 25)
time.sleep(1)
migrate(0.7, 25)
said = migrate(2, 150)
time.sleep(3)
traffic.send_signal(signal.SIGTERM)
traffic.wait(30)
events = [json.loads(line) for line in open(".events") if line.endswith("\n")]
kept = [{name: value for name, value in event.items() if name != "at"} for event in events]
print(json.dumps({"names": sorted(names), "code": codes[-1], "said": said, "events": kept}))
"""


@dataclass(frozen=True)
class Live:
    """What was seen at the site.

    Attributes:
        shown: How the last run of the migration ended, for messages.
        code: Its exit code.
        names: The names of the sessions that were seen.
        traffic: The traffic.
        orders: The orders at the end; empty if they cannot be read.
        wrong_orders: The acknowledged orders that are lost or wrong at the end.
        wrong_seeded: The orders of the starting state that are wrong at the end.
    """

    shown: str
    code: int
    names: list[str]
    traffic: Traffic
    orders: dict[str, FoundOrder]
    wrong_orders: list[str]
    wrong_seeded: list[str]


@cache
def live_site(graded: Graded) -> Live:
    """Migrate a site under traffic; all checks share one run."""
    with graded.copy(data="starting") as site:
        site.write(".traffic", _TRAFFIC.read_text())
        site.write(".live", _PROGRAM)
        ran = site.run("python3 -I .live", timeout_sec=330)
        report = json.loads(ran.stdout) if ran.exit_code == 0 else {"code": ran.exit_code, "said": ran.tail}
        traffic = Traffic(report.get("events", ()), seeded_orders(graded))
        try:
            orders = read_orders(site)
            wrong = [each for release in (1, 2) for each in traffic.wrong_orders(site, release)]
            wrong += [*traffic.wrong_changes(orders), *traffic.lost_details(site)]
            wrong += ["an order that nobody placed"] * traffic.surplus_orders(site)
            _, seeded = wrong_seeded(traffic, orders, frozenset())
        except QueryError as error:
            orders, wrong, seeded = {}, [str(error)], [str(error)]
    shown = f"the last run ended with {report['code']}, and {len(traffic.of('order'))} orders came"
    detail = "" if report["code"] == 0 else f" ({report['said'].strip()[-200:]})"
    return Live(shown + detail, report["code"], report.get("names", []), traffic, orders, wrong, seeded)
