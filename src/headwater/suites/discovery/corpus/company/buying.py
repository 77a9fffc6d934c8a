"""Simulate purchasing by the trading company: suppliers, orders, arrivals and invoices."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN
from headwater.suites.discovery.corpus._writers.json import records
from headwater.suites.discovery.corpus.company._arrangements import actual_days, moved_promises, takeovers
from headwater.suites.discovery.corpus.company._defects import cut, resent
from headwater.suites.discovery.corpus.company._goods import MONTHS, goods
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_FIRST = ("Aalto", "Bering", "Corvo", "Delft", "Etna", "Fjord", "Gera", "Hansa", "Iseo", "Jura", "Kiruna", "Lodz")
_SECOND = ("Electronics", "Components", "Systems")
_HOLDINGS = ("Baltica", "Meridian", "Polaris", "none")
_LINES = 210
_RENUMBERED = pd.Period("2022-01", "M")
_RESENT = pd.Period("2022-11", "M")
_AGAIN = pd.Period("2023-03", "M")


@lru_cache(maxsize=1)
def suppliers() -> pd.DataFrame:
    """Return suppliers with their holdings and their numbers (up to 2021 and from 2022 on)."""
    random = draws("company suppliers")
    table = pd.DataFrame({"naam": [f"{one} {two}" for one in _FIRST for two in _SECOND]})
    count = len(table)
    table["old"] = 400 + random.permutation(60)[:count]
    table["new"] = 400 + random.permutation(60)[:count]
    table["holding"] = random.choice(_HOLDINGS, count, p=[0.22, 0.2, 0.2, 0.38])
    moved = random.random(count) < 0.3
    table["holding_2023"] = np.where(moved, random.choice(_HOLDINGS, count), table["holding"])
    table["val"] = random.choice(["EUR", "USD", "GBP"], count, p=[0.5, 0.35, 0.15])
    table["delay"] = random.uniform(-3, 6, count).round(1)
    return table


@lru_cache(maxsize=40)
def purchases(month: pd.Period) -> pd.DataFrame:
    """Return the lines of a month's orders to suppliers, with quantities in pieces."""
    random = draws(f"company purchases {month}")
    table = pd.DataFrame({"ponr": month.ordinal * 1000 + np.sort(random.integers(0, 90, _LINES))})
    table["regel"] = table.groupby("ponr").cumcount() + 1
    known = suppliers().iloc[table["ponr"].to_numpy() * 17 % len(suppliers())].reset_index(drop=True)
    table["lev"] = known["old"] if month < _RENUMBERED else known["new"]
    day = (table["ponr"] - month.ordinal * 1000) // 4
    table["datum"] = month.start_time + pd.to_timedelta(day, unit="D")
    chosen = goods().iloc[random.integers(0, len(goods()), _LINES)]
    table["artnr"] = chosen["artnr"].to_numpy()
    table["aantal"] = random.integers(10, 800, _LINES)
    table["prijs"] = np.round(chosen["cost"].to_numpy() * random.uniform(0.9, 1.1, _LINES), 2)
    table["val"] = known["val"]
    table["toegezegd"] = table["datum"] + pd.to_timedelta(random.integers(8, 40, _LINES), unit="D")
    table["st"] = random.choice(["A", "V"], _LINES, p=[0.93, 0.07])
    return table


@lru_cache(maxsize=1)
def receipts() -> pd.DataFrame:
    """Return the arrivals. Most order lines arrive in one delivery, and the others in two."""
    random = draws("company receipts")
    lines = pd.concat([purchases(month) for month in MONTHS], ignore_index=True)
    lines = lines[lines["st"] == "A"]
    delay = lines["lev"].map(suppliers().set_index("new")["delay"]).fillna(1.0)
    wait = np.rint(random.normal(delay, 4)).astype(int)
    lines = lines.assign(came=lines["toegezegd"] + pd.to_timedelta(np.maximum(wait, -6), unit="D"))
    is_split = random.random(len(lines)) < 0.25
    share = random.uniform(0.3, 0.8, len(lines))
    part = np.where(is_split, np.floor(lines["aantal"] * share), lines["aantal"]).astype(int)
    first = lines.assign(aantal=part, datum=lines["came"])
    rest = lines.assign(aantal=lines["aantal"] - part)[is_split]
    rest["datum"] = rest["came"] + pd.to_timedelta(random.integers(2, 20, len(rest)), unit="D")
    table = pd.concat([first, rest])[["ponr", "regel", "datum", "aantal"]]
    table = table.sort_values(["datum", "ponr", "regel"], ignore_index=True)
    return table.assign(gonr=7_000_000 + np.arange(len(table)))


@lru_cache(maxsize=40)
def invoices(month: pd.Period) -> pd.DataFrame:
    """Return the suppliers' invoices for a month's orders, some at higher prices, and the suppliers' credit notes."""
    random = draws(f"company supplier invoices {month}")
    lines = purchases(month)
    lines = lines[lines["st"] == "A"].reset_index(drop=True)
    is_dear = random.random(len(lines)) < 0.12
    price = np.where(is_dear, lines["prijs"] * random.uniform(1.02, 1.3, len(lines)), lines["prijs"]).round(2)
    table = lines.assign(prijs=price, soort="F")
    back = table[is_dear & (random.random(len(lines)) < 0.4)].copy()
    back["aantal"] = (back["aantal"] * random.uniform(0.2, 0.9, len(back))).astype(int)
    table = pd.concat([table, back.assign(soort="C")], ignore_index=True)
    table["factuur"] = 300_000_000 + table["ponr"] * 10 + (table["soort"] == "C")
    return table[["factuur", "soort", "lev", "ponr", "regel", "aantal", "prijs", "val"]]


def _purchases(folder: Folder) -> None:
    for month in MONTHS:
        table = purchases(month)
        folder.csv(f"io_{month:%Y%m}.csv", table, BRITISH)
        if month.month % 3 == 0:
            folder.csv(f"offerte/of_{month:%Y%m}.csv", table.assign(prijs=(table["prijs"] * 1.06).round(2)), PLAIN)
    folder.csv(
        "verzet_2022.csv", moved_promises(pd.concat([purchases(each) for each in MONTHS if each.year == 2022])), OFFICE
    )
    folder.readme(
        "Inkooporders",
        """Lines of orders to suppliers by month of the order. toegezegd: day that was promised. st: A actief, V
        vervallen. The months stay as they are when a line is moved to another day (verzet_2022); vraag: who asked for
        it, N Norvane, L leverancier.""",
        "offerte/: quotations. prijs: for a piece, in val.",
    )


def _receipts(folder: Folder) -> None:
    random = draws("company receipts resent")
    table = receipts()[["gonr", "ponr", "regel", "datum", "aantal"]]
    for month, part in table.groupby(table["datum"].dt.to_period("M")):
        own = part.reset_index(drop=True)
        folder.parquet(f"go_{month:%Y%m}.parquet", cut(own, random) if month == _RESENT else own)
        if month == _RESENT:
            folder.parquet("na/dec_05.parquet", resent(own, random).reset_index(drop=True))
            folder.parquet("na/dec_06.parquet", own)
            folder.parquet("na/dec_13.parquet", own[own["datum"].dt.day > 14].reset_index(drop=True))
    folder.csv("herstel/gh_winter.csv", actual_days(table), PLAIN)
    folder.readme(
        "Goederenontvangst",
        "What arrived, by month of arrival as it was booked, in pieces. na/: November 2022, sent again. herstel/: the "
        "right days of notes that were booked late in the winter of 2022; the months are not sent again. Nothing is "
        "booked on an order after the second month that follows it.",
    )


def _suppliers(folder: Folder) -> None:
    table = suppliers()
    wrong = np.roll(table["new"], 4)
    lists = {
        "lv_2019": (table["old"], "holding"),
        "lv_2022a": (wrong, "holding"),
        "lv_2022b": (table["new"], "holding"),
        "lv_2023": (table["new"], "holding_2023"),
        "lv_2024_plan": (np.roll(table["new"], 9), "holding_2023"),
    }
    for name, (numbers, holding) in lists.items():
        rows = pd.DataFrame({"lev": numbers, "naam": table["naam"], "concern": table[holding]})
        folder.csv(f"{name}.csv", rows.sort_values("lev"), OFFICE)
    folder.csv("overnames.csv", takeovers(table.set_index("naam")["new"]), OFFICE)
    folder.readme(
        "Leveranciers",
        "Numbers and names of suppliers, and the holding (concern) to which each belongs. overnames: suppliers that "
        "were taken over, by the numbers since 2022; orders keep the number of the supplier with whom they were "
        "placed, and the holding is always that of the lists.",
    )


def _invoices(folder: Folder) -> None:
    random = draws("company supplier invoices resent")
    for month in MONTHS:
        rows = invoices(month)
        kept_rows = rows.head(int(len(rows) * 0.7)) if month == _AGAIN else rows
        folder.json(f"{month.year}/if_{month:%m}.json", {"maand": f"{month}", "regels": records(kept_rows)})
    right = invoices(_AGAIN)
    again = {"x1": resent(right, random), "x2": right[right["soort"] == "F"], "x4": right, "x5": invoices(_AGAIN - 1)}
    for name, rows in again.items():
        folder.json(f"scan/{name}.json", {"maand": f"{_AGAIN}", "regels": records(rows)})
    folder.readme(
        "Inkoopfacturen",
        "Invoices of suppliers for the orders of a month. soort: F factuur, C creditnota (its amounts have no sign).",
        "scan/: March 2023 once more, after the scanner had stopped.",
    )


def _arrivals() -> Parts:
    own = receipts()[receipts()["datum"].dt.to_period("M") == _RESENT]
    return [
        f"Arrivals in {_RESENT:%m/%Y}, counted from the delivery notes by the depots, for the auditors.",
        f"Notes: {len(own)}. Pieces: {int(own['aantal'].sum())}.",
    ]


def _scanned() -> Parts:
    right = invoices(_AGAIN)
    sums = right.groupby("soort")["aantal"].sum()
    return [
        "Achats and Buchhaltung have agreed on the supplier invoices for the orders of March 2023.",
        f"{len(right)} lines, {int(sums['F'])} pieces invoiced and {int(sums['C'])} credited.",
    ]


PAPERS = (
    Paper("gremien_prot/2022/Ontvangst_2022-12.pdf", "Ontvangsten november", _arrivals),
    Paper("gremien_prot/2023/Inkoop_2023-06.pdf", "Abstimmung Eingangsrechnungen", _scanned),
    Paper(
        "handbuch_norvane/HB-42_v1.pdf",
        "HB-42 Suppliers on time, version 1",
        fixed("In force from 2018. A line is late if its first delivery comes after the day that was promised."),
    ),
    Paper(
        "handbuch_norvane/HB-42_v2.pdf",
        "HB-42 Suppliers on time, version 2",
        fixed(
            """In force for orders placed from 1 July 2021. A line is late if the delivery that completes it comes
            more than three days after the day that was promised, or never. Lines that were cancelled (V) do not count.
            Suppliers are compared if they had ten lines or more.""",
            """A day to which a line was moved takes the place of the one that was promised if Norvane had asked for
            it; of several such days, the last one that was agreed. Where the supplier had asked, nothing changes.""",
            """What is promised for a day on which all depots are closed is taken as promised for the next day on
            which they are open. Achats announces such days.""",
            """A supplier that was taken over counts as the one that took it over, for orders placed since that day.""",
        ),
    ),
    Paper(
        "handbuch_norvane/HB-42_v3.pdf",
        "HB-42 Suppliers on time, version 3",
        fixed(
            """In force for orders placed from 1 December 2022. Version 2 holds, with two changes. A line is complete
            when two thirds of its pieces have come. It is late if that is after the second working day, Monday to
            Friday, that follows the day that was promised."""
        ),
    ),
    Paper(
        "post_export/2022/1121_sluiting.md",
        "Sluiting magazijnen",
        fixed(
            "Von: Achats. An: alle. 21 November 2022.",
            """All depots are closed from 24 December 2022 to 2 January 2023, weekends included, and Venlo also on
            5 December in the afternoon. Please tell your forwarders.""",
        ),
    ),
    Paper(
        "handbuch_norvane/HB-43_Prijzen.pdf",
        "HB-43 Prices of suppliers",
        fixed(
            """Overcharged is what was invoiced above the price of the order, line by line, times the pieces; what was
            credited for the line is taken off with the same difference. Other currencies are converted by HB-11 as
            costs, at the month of the order.""",
            """Bought from a holding is what belongs to its suppliers on the day of the order, at the prices of the
            order, for what was not cancelled.""",
        ),
    ),
    Paper(
        "post_export/2022/0117_leveranciers.md",
        "Leveranciers 2022",
        fixed(
            "Von: Achats. An: alle. 17 January 2022.",
            """The numbers that we sent you before Christmas (a) had slipped. Suppliers have the numbers of list 2022b
            since 1 January 2022, for all orders since then. Holdings: this list until the end of 2022, the next
            one from 1 January 2023; a company is in the holding of the list in force.""",
        ),
    ),
)
DATASETS = (
    Dataset("inkoop_orders", _purchases),
    Dataset("goederen_ontvangst", _receipts),
    Dataset("leveranciers_lijst", _suppliers),
    Dataset("inkoop_facturen", _invoices),
)
