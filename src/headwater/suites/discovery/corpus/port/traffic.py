"""Simulate ship calls, the vessel register, dues, pilots and berths."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.port._quays import TERMINALS, TYPES, calls, ships
from headwater.suites.discovery.corpus.port.tankers import closed_journal, corrections, replaced_certificates

_CODES = ", ".join(f"{code} {name}" for code, name in TERMINALS.items())
_RATES = {"container": 0.142, "ro-ro": 0.098, "bulk": 0.171, "tanker": 0.206, "cruise": 0.117, "service": 0.02}


def _calls(folder: Folder) -> None:
    table = calls()
    random = draws("port ais")
    local = closed_journal()
    for period, part in local.groupby(local["arrived"].dt.to_period("M")):
        if period.year < 2024:
            folder.csv(f"{period.year}/calls_{period.year}_{period.month:02d}.csv", part, OFFICE)
    folder.csv("2022/corrections_2022.txt", corrections(), MAINFRAME)
    observed = table[table["status"] != "cancelled"].drop(columns=["status", "terminal"])
    noise = pd.to_timedelta(random.integers(-25, 40, len(observed)), unit="min")
    observed = observed.assign(arrived=observed["arrived"] + noise, call=0).drop(columns="call")
    observed = observed[random.random(len(observed)) > 0.03]
    for period, part in observed.groupby(observed["arrived"].dt.to_period("M")):
        if 2021 <= period.year < 2024:
            folder.csv(f"ais/port_calls_{period}_final.csv", part, PLAIN)
    folder.readme(
        "Calls of ships",
        f"""The journal of the harbor master, by month of arrival. Times are UTC+1 all year. Terminals: {_CODES}. A
        call whose status is cancelled did not take place; shifted is a movement inside the port and is not a call of
        its own. Statements count calls that are done. What else they count stands in the orders of the harbor master
        (harbor_orders).""",
        """A month is closed on the tenth of the next one, and its file stays as it is. What was found afterwards is in
        the corrections of the year: the field of a call and its right value. There were none in 2021 and 2023. A field
        can be corrected twice; the later correction holds.""",
        "ais/ has arrivals and departures as derived from the signals of ships, in UTC. Some ships are missed.",
    )


def _ships(folder: Folder) -> None:
    table = ships()
    folder.csv("vessels_1.txt", table.drop(columns="old_gt"), MAINFRAME)
    folder.csv("vessels_2.txt", table.drop(columns="gt").rename(columns={"old_gt": "gt"}), MAINFRAME)
    net = table.assign(gt=(table["gt"] * 0.56).round().astype(int)).drop(columns="old_gt")
    folder.csv("vessels_3.txt", net, MAINFRAME)
    folder.csv("replaced_2022.txt", replaced_certificates(), MAINFRAME)
    folder.readme(
        "Register of vessels",
        "Type, flag and tonnage of ships that call. Dues are computed from gross tonnage as certified.",
        files={
            "vessels_1.txt": "gross tonnage of the certificates in force since 1 January 2023",
            "vessels_2.txt": "gross tonnage of the certificates in force until the end of 2022",
            "replaced_2022.txt": """gross tonnage of certificates that were replaced in 2022, with their last day; the
            next one is in vessels_2.txt""",
            "vessels_3.txt": "net tonnage, under the old name of the column",
        },
    )


def _dues(folder: Folder) -> None:
    for year in range(2019, 2025):
        step = 1.04 ** (year - 2021)
        rates = pd.DataFrame(
            [(name, round(rate * step, 4)) for name, rate in _RATES.items()], columns=["type", "eur_per_gt"]
        )
        proposed = rates.assign(eur_per_gt=(rates["eur_per_gt"] * 1.03).round(4))
        folder.csv(f"dues_{year}_final.csv", proposed, OFFICE)
        folder.csv(f"dues_{year}_gazette.csv", rates, OFFICE)
        folder.pdf(
            f"pdf/dues_{year}.pdf", f"Proposal of port dues {year}", ["As sent to the users of the port.", proposed]
        )
    folder.readme(
        "Port dues",
        "EUR for each unit of gross tonnage and call, by type of ship.",
        files={
            "dues_YYYY_final.csv": "final proposal to the users",
            "dues_YYYY_gazette.csv": "as decreed and in force; lower than proposed",
        },
    )


def _pilots(folder: Folder) -> None:
    table = calls()
    random = draws("port pilots")
    orders = table[table["imo"].map(ships().set_index("imo")["type"]) != "service"].copy()
    orders["ordered"] = orders["arrived"] - pd.to_timedelta(random.integers(2, 30, len(orders)), unit="h")
    orders["boarded"] = orders["arrived"] - pd.to_timedelta(random.integers(35, 95, len(orders)), unit="min")
    orders["state"] = random.choice(["done", "changed", "cancelled", "exempt"], len(orders), p=[0.8, 0.07, 0.05, 0.08])
    for period, part in orders.groupby(orders["ordered"].dt.to_period("M")):
        if 2022 <= period.year < 2024:
            folder.jsonl(f"pilot_{period}.jsonl", part[["call", "imo", "ordered", "boarded", "state"]])
    folder.readme(
        "Orders for pilots",
        """By month of the order; times are UTC. state: done and changed (carried out at another time) are services of
        a pilot; cancelled and exempt (captain with a certificate) are none.""",
    )


def _berths(folder: Folder) -> None:
    random = draws("port berths")
    for monday in pd.date_range("2023-01-02", "2023-12-25", freq="W-MON"):
        rows = [(code, berth, round(float(random.uniform(60, 160)), 1)) for code in TERMINALS for berth in (1, 2, 3)]
        actual = pd.DataFrame(rows, columns=["terminal", "berth", "hours"])
        planned = actual.assign(hours=(actual["hours"] * random.normal(0.94, 0.05, len(actual))).round(1))
        week = monday.isocalendar().week
        folder.csv(f"plan/berths_2023w{week:02d}_v3.csv", planned, PLAIN)
        folder.csv(f"berths_2023w{week:02d}.csv", actual, BRITISH)
    folder.readme(
        "Occupied berths",
        """Hours in which each berth was occupied, by ISO week (168 hours). plan/ has the third and last plan of Friday
        before, the other files what the mooring crews recorded.""",
    )


def _types() -> str:
    return ", ".join(TYPES)


def _statistics(folder: Folder) -> None:
    table = calls()
    kind = table["imo"].map(ships().set_index("imo")["type"])
    for year, part in table.assign(type=kind).groupby(table["arrived"].dt.year):
        counts = part.groupby([part["arrived"].dt.month.rename("month"), "type"]).size().rename("calls").reset_index()
        folder.xlsx(f"statistics_{year}.xlsx", {"calls": counts}, ("Movements, cancelled and shifted ones included",))
        shares = counts.assign(share=np.round(counts["calls"] / counts["calls"].sum() * 100, 2))
        folder.json(f"statistics_{year}.json", shares.to_dict("records"))
    folder.readme(
        "Port statistics", f"Movements by month and type of ship ({_types()}), by UTC, as the web page shows them."
    )


DATASETS = (
    Dataset("vessel_calls", _calls),
    Dataset("vessel_register", _ships),
    Dataset("port_dues", _dues),
    Dataset("pilot_orders", _pilots),
    Dataset("berth_occupancy", _berths),
    Dataset("port_statistics", _statistics),
)
