"""Simulate customers' orders to the trading company, and its lists of articles, product groups and box sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, UNICODE_TEXT
from headwater.suites.discovery.corpus.company._defects import gap, resent
from headwater.suites.discovery.corpus.company._firm import accounts
from headwater.suites.discovery.corpus.company._goods import (
    DEPOTS,
    GROUPS,
    MONTHS,
    goods,
    group_numbers,
    numbered,
)
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_YEARS = (2021, 2022, 2023)
_ORDERS = 3400
_MOST = {"ST": 40, "DS": 12, "PL": 3}
_CRASH = ("2022-09-11", "2022-10-14")


@lru_cache(maxsize=3)
def orders(year: int) -> pd.DataFrame:
    """Return the orders of a year, without their lines."""
    random = draws(f"company orders {year}")
    table = pd.DataFrame({"ordnr": year % 100 * 100_000 + np.arange(_ORDERS)})
    days = np.sort(random.integers(0, 365, _ORDERS))
    table["datum"] = pd.Timestamp(f"{year}-01-01") + pd.to_timedelta(days, unit="D")
    table["klant"] = random.choice(accounts()["konto"], _ORDERS)
    table["depot"] = random.choice(list(DEPOTS), _ORDERS, p=[0.28, 0.2, 0.16, 0.14, 0.12, 0.1])
    table["mag"] = numbered(table["depot"], table["datum"])
    table["srt"] = random.choice(["V", "M", "R"], _ORDERS, p=[0.88, 0.07, 0.05])
    table["st"] = random.choice([30, 40, 20, 80, 90], _ORDERS, p=[0.2, 0.66, 0.05, 0.06, 0.03])
    return table


@lru_cache(maxsize=3)
def order_lines(year: int) -> pd.DataFrame:
    """Return the order lines of a year. Prices are in cents per piece."""
    random = draws(f"company order lines {year}")
    heads = orders(year)
    counts = random.integers(1, 5, len(heads))
    table = heads[["ordnr", "datum"]].loc[heads.index.repeat(counts)].reset_index(drop=True)
    count = len(table)
    table["regel"] = table.groupby("ordnr").cumcount() + 1
    chosen = goods().iloc[random.integers(0, len(goods()), count)]
    table["artnr"] = chosen["artnr"].to_numpy()
    table["ehd"] = random.choice(list(_MOST), count, p=[0.62, 0.3, 0.08])
    table["aantal"] = np.ceil(random.random(count) * table["ehd"].map(_MOST)).astype(int)
    margin = random.uniform(1.15, 1.7, count)
    table["prijs"] = np.rint(chosen["cost"].to_numpy() * margin * 100).astype(int)
    table["st"] = random.choice(["G", "B", "X"], count, p=[0.87, 0.06, 0.07])
    return table


def _database(year: int, damage: Callable[[pd.DataFrame], pd.DataFrame] | None = None) -> dict[str, pd.DataFrame]:
    heads = orders(year).drop(columns="depot")
    heads["datum"] = heads["datum"].dt.strftime("%Y-%m-%d")
    lines = order_lines(year)
    if damage is not None:
        lines = damage(lines)
        heads = heads[heads["ordnr"].isin(lines["ordnr"])]
    return {"kop": heads, "regel": lines.drop(columns="datum")}


def _orders(folder: Folder) -> None:
    random = draws("company restored orders")
    lost = orders(2022)[orders(2022)["datum"].between(*_CRASH)]["ordnr"]
    gdynia = orders(2022)[(orders(2022)["depot"] == "GDY") & (orders(2022)["datum"] > "2022-05-01")]["ordnr"]
    folder.sqlite("vo_2021.db", _database(2021))
    folder.sqlite("vo_2022.db", _database(2022, lambda lines: lines[~lines["ordnr"].isin(lost)]))
    folder.sqlite("vo_2023.db", _database(2023))
    folder.sqlite("terug/vo_7702.db", _database(2022, lambda lines: resent(lines, random)))
    folder.sqlite("terug/vo_7714.db", _database(2022))
    folder.sqlite("terug/vo_7731.db", _database(2022, lambda lines: lines[~lines["ordnr"].isin(gdynia)]))
    folder.sqlite("terug/vo_7733.db", _database(2022, lambda lines: gap(lines, random)))
    for month in MONTHS:
        folder.csv(f"bi/vo_{month:%Y%m}.csv", _for_bi(month), OFFICE)
    folder.readme(
        "Verkooporders",
        """One database a year, complete at the end of the year. kop: orders, regel: their lines. srt: V verkoop, M
        monster, R ruil. st of an order: 20 vrijgegeven, 30 geleverd, 40 gefactureerd, 80 geannuleerd, 90 test. st
        of a line: G geleverd, B open, X vervallen.""",
        "mag: 1 Venlo, 2 Duisburg, 3 Lille, 4 Leeds, 5 Gdynia, 6 Turin. prijs: cents for a piece. (2021)",
        "bi/: sums for the reports of Werbung, with everything that was keyed.",
    )


def _for_bi(month: pd.Period) -> pd.DataFrame:
    lines = order_lines(month.year)
    own = lines[lines["datum"].dt.month == month.month]
    own = own.assign(stuks=own["aantal"] * own["ehd"].map({"ST": 1, "DS": 10, "PL": 240}))
    own = own.merge(orders(month.year)[["ordnr", "mag"]], on="ordnr")
    sums = own.groupby(["mag", "artnr"]).agg(regels=("regel", "size"), stuks=("stuks", "sum"), prijs=("prijs", "max"))
    return sums.reset_index()


def _articles(folder: Folder) -> None:
    for year in _YEARS:
        group, edition = ("group_2023", "3") if year == 2023 else ("group", "1")
        numbers = group_numbers(edition)
        table = goods()[["artnr", group, "weight"]].set_axis(["artnr", "grp", "gewicht"], axis=1)
        folder.csv(f"art_{year}.csv", table.assign(grp=table["grp"].map(numbers)), MAINFRAME)
    draft = goods()[["artnr", "group_2023", "weight"]].set_axis(["artnr", "grp", "gewicht"], axis=1)
    folder.csv("web/art_shop.csv", draft.assign(grp=draft["grp"].map(group_numbers("2"))), BRITISH)
    for edition in ("1", "2", "3"):
        rows = sorted((number, GROUPS[name]) for name, number in group_numbers(edition).items())
        folder.csv(f"groepen/ag_{edition}.csv", pd.DataFrame(rows, columns=["grp", "omschrijving"]), OFFICE)
    folder.readme(
        "Artikelen",
        """Articles at the beginning of each year, with the number of their group. groepen/: what the numbers mean;
        see ag_2.""",
        "web/: for the shop. gewicht: kg.",
    )


def _boxes(folder: Folder) -> None:
    random = draws("company boxes")
    table = goods()
    draft = random.permutation(table["box_new"].to_numpy())
    later = np.where(random.random(len(table)) < 0.3, table["box_new"] + 2, table["box_new"])
    for name, box in (("07", table["box"]), ("08", draft), ("09", table["box_new"]), ("10", later)):
        pallet = table["pallet"] * np.asarray(box)
        rows = [table.assign(ehd=unit, stuks=number) for unit, number in (("DS", box), ("PL", pallet))]
        sheet = pd.concat(rows)[["artnr", "ehd", "stuks"]].sort_values(["artnr", "ehd"])
        folder.csv(f"vp_{name}.csv", sheet, UNICODE_TEXT)
    folder.readme(
        "Verpakking", "vp: pieces (ST) in a box (DS) and on a pallet (PL). The newest list is always the valid one."
    )


def _year(year: int) -> Callable[[], Parts]:
    def parts() -> Parts:
        lines = order_lines(year).merge(orders(year)[["ordnr", "depot"]], on="ordnr")
        rows = [
            (DEPOTS[depot], part["ordnr"].nunique(), len(part), int(part["aantal"].sum()))
            for depot, part in lines.groupby("depot")
        ]
        return [
            f"Orders of {year} as the depots have them on paper, all states and kinds. Quantities are summed as keyed.",
            pd.DataFrame(rows, columns=["depot", "orders", "lines", "quantities"]),
        ]

    return parts


PAPERS = (
    *(Paper(f"gremien_prot/{year}/Handel_jaar_{year}.pdf", "Norvane Handel: orders", _year(year)) for year in _YEARS),
    Paper(
        "handbuch_norvane/HB-40_Handel.pdf",
        "HB-40 Words of the trading company",
        fixed(
            """Norvane Handel B.V. in Venlo buys devices and sells them to our clients. Its files are in Dutch.
            Handscanners: readers, as sales calls them. Vaste terminals: wall units. Etiketprinters: label
            printers. Accus en laders: power. Weegschalen: scales. Toegangspoorten: gates. Kabels: cables.
            Laadrekken: charging racks. Klant: client. Leverancier: supplier. Magazijn: depot. Inkoop: purchasing.
            Wagenpark: fleet. Kostenplaats: cost center.""",
            """Sold is a line that was delivered (G), of an order of the kind sale (V) that was delivered or invoiced.
            Samples (M) and exchanges (R) are not sold, and tests are nothing at all.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-20102.md",
        "IT-20102 Numbers of depots",
        fixed(
            "Opened by Norvane Handel, 14 March 2022. Closed 1 April 2022.",
            """When Duisburg becomes a returns center, it gets number 9, and the others close ranks: 1 Venlo, 2 Lille,
            3 Leeds, 4 Gdynia, 5 Turin. In force for everything dated 1 April or later, in orders, movements,
            balances and counts; what is older keeps its number.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-21455.md",
        "IT-21455 Orders lost",
        fixed(
            "Opened by Norvane Handel, 17 October 2022.",
            """The disk broke on 14 October and the database of orders came back as of 10 September; orders from then
            to the crash are gone in it. Four tries to restore are in the folder terug, one of them is good:
            compare with what the depots have on paper. The year went on in the good one, and in the broken one as
            well.""",
        ),
    ),
    Paper(
        "post_export/2022/0628_dozen.md",
        "Verpakking",
        fixed(
            "Von: Achats. An: Norvane Handel. 28 June 2022.",
            """From 1 July, orders are in boxes by list 9; list 7 is for orders until 30 June. List 8 had been
            computed with the drawings of the supplier and fits nothing. A list 10 will come with the new cartons
            in 2024.""",
        ),
    ),
    Paper(
        "post_export/2023/0109_groepen.md",
        "Artikelgroepen",
        fixed(
            "Von: Norvane Handel. An: Controlling. 9 January 2023.",
            """The articles of 2023 have the group numbers of list 3, and some articles went into other groups. Years
            before have those of list 1. List 2 is what the web agency made up for the shop; nothing else uses it.""",
        ),
    ),
)
DATASETS = (
    Dataset("verkoop_orders", _orders),
    Dataset("artikelen_handel", _articles),
    Dataset("verpakking_lijst", _boxes),
)
