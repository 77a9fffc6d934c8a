"""Simulate the trading company's stock: movements, quarterly balances, year-end counts, and costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, PLAIN
from headwater.suites.discovery.corpus.company._defects import cut, gap
from headwater.suites.discovery.corpus.company._goods import DEPOTS, MONTHS, depot_numbers, goods, numbered
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_KINDS = ("Ontvangst", "Uitslag", "Retour klant", "Retour leverancier", "Afkeur", "Teldifferentie", "Storno")
_KINDS_CHANGED = pd.Period("2023-01", "M")
_MOVES = 620
_QUARTERS = pd.period_range("2021Q1", "2023Q4", freq="Q")
_IN_BOXES = pd.Period("2022Q3", "Q")
_RESENT = pd.Period("2023-05", "M")
_CLOSED = pd.Period("2023-06", "M")
_TAKEN_BACK = {6410535: "2023-07-04", 6410020: "2023-07-13", 6410499: "2023-07-20"}
_HALVES = ("2021h1", "2021h2", "2022h1", "2022h2", "2023h1", "2023h2")


def kind_numbers(edition: str) -> dict[str, int]:
    """Return the code of each kind of movement in edition a (up to 2022), b (from 2023 on) or c (for training)."""
    order = np.roll(draws("company kinds").permutation(len(_KINDS)), 2 * "abc".index(edition))
    return {name: 300 + 5 * int(at) for name, at in zip(_KINDS, order, strict=True)}


@lru_cache(maxsize=40)
def movements(month: pd.Period) -> pd.DataFrame:
    """Return a month's movements. A reversal refers to the movement that it reverses."""
    random = draws(f"company movements {month}")
    table = pd.DataFrame({"nr": month.ordinal * 10_000 + np.arange(_MOVES)})
    days = np.sort(random.integers(0, month.days_in_month, _MOVES))
    table["datum"] = month.start_time + pd.to_timedelta(days, unit="D")
    table["depot"] = random.choice(list(DEPOTS), _MOVES)
    table["artnr"] = random.choice(goods()["artnr"], _MOVES)
    table["kind"] = random.choice(_KINDS[:-1], _MOVES, p=[0.25, 0.38, 0.13, 0.06, 0.11, 0.07])
    table["aantal"] = random.integers(1, 90, _MOVES)
    table["ref"] = 0
    back = table[random.random(_MOVES) < 0.07]
    late = back.assign(ref=back["nr"], kind="Storno", nr=month.ordinal * 10_000 + 5000 + np.arange(len(back)))
    late["datum"] = (late["datum"] + pd.Timedelta(days=2)).clip(upper=month.end_time.normalize())
    table = pd.concat([table, late]).sort_values(["datum", "nr"], ignore_index=True)
    return table.assign(mag=numbered(table["depot"], table["datum"]))


def _moved(month: pd.Period) -> pd.DataFrame:
    table = movements(month)
    numbers = kind_numbers("a" if month < _KINDS_CHANGED else "b")
    return table.assign(srt=table["kind"].map(numbers))[["nr", "datum", "mag", "artnr", "srt", "aantal", "ref"]]


def _late_reversals() -> pd.DataFrame:
    """Return the reversals entered in July 2023 for June movements, before or after the books were closed."""
    random = draws("company late reversals")
    june = _moved(_CLOSED)
    june = june[(june["ref"] == 0) & ~june["nr"].isin(june["ref"])]
    back = june[(random.random(len(june)) < 0.03) | june["nr"].isin(_TAKEN_BACK)]
    numbers = (_CLOSED + 1).ordinal * 10_000 + 7000 + np.arange(len(back))
    rows = back.assign(ref=back["nr"], nr=numbers, srt=kind_numbers("b")["Storno"])
    rows["datum"] = pd.Timestamp("2023-07-03") + pd.to_timedelta(random.integers(0, 26, len(rows)), unit="D")
    rows["datum"] = rows["ref"].map({nr: pd.Timestamp(day) for nr, day in _TAKEN_BACK.items()}).fillna(rows["datum"])
    return rows


def _sent(month: pd.Period) -> pd.DataFrame:
    if month != _CLOSED + 1:
        return _moved(month)
    return pd.concat([_moved(month), _late_reversals()]).sort_values(["datum", "nr"], ignore_index=True)


def _movements(folder: Folder) -> None:
    random = draws("company movements resent")
    for month in MONTHS:
        table = _sent(month)
        folder.jsonl(f"mu_{month:%Y%m}.jsonl", table if month != _RESENT else cut(table, random))
    folder.jsonl("opnieuw/mu_51.jsonl", gap(_moved(_RESENT), random))
    folder.jsonl("opnieuw/mu_52.jsonl", _moved(_RESENT + 1))
    folder.jsonl("opnieuw/mu_54.jsonl", _moved(_RESENT))
    folder.jsonl("opnieuw/mu_55.jsonl", _moved(_RESENT)[lambda rows: rows["ref"] == 0])
    for edition in ("a", "b", "c"):
        rows = sorted((number, name) for name, number in kind_numbers(edition).items())
        folder.csv(f"soorten/ms_{edition}.csv", pd.DataFrame(rows, columns=["srt", "soort"]), PLAIN)
    folder.readme(
        "Magazijnmutaties",
        """All movements in the depots, by month of entry, in pieces where no ticket says otherwise. srt: kind, by
        soorten/ms_a. ref: number of the movement that is reversed, which can be one of an earlier month.""",
        "opnieuw/: sent again.",
    )


@lru_cache(maxsize=80)
def balance(depot: str, quarter: pd.Period) -> pd.DataFrame:
    """Return the number of pieces in a depot at the end of a quarter, according to the books."""
    random = draws(f"company balance {depot} {quarter}")
    table = goods()[["artnr", "box_new"]].copy()
    boxes = random.integers(0, 60, len(table))
    loose = 0 if depot == "GDY" and quarter >= _IN_BOXES else random.integers(0, 4, len(table))
    table["aantal"] = boxes * table["box_new"] + loose
    return table.drop(columns="box_new")


def _balances(folder: Folder) -> None:
    known = goods().set_index("artnr")
    for quarter in _QUARTERS:
        for depot, number in depot_numbers(quarter.end_time).items():
            table = balance(depot, quarter)
            if depot == "GDY" and quarter >= _IN_BOXES:
                table = table.assign(aantal=table["aantal"] // table["artnr"].map(known["box_new"]))
            folder.parquet(f"{quarter.year}/s{number}_k{quarter.quarter}.parquet", table)
    for depot in DEPOTS:
        sums = [float(balance(depot, quarter)["aantal"].sum()) for quarter in _QUARTERS]
        folder.chart(f"grafiek/{DEPOTS[depot].lower()}.png", DEPOTS[depot], {"stuks": sums})
    folder.readme(
        "Saldo",
        "Balances at the end of each quarter (k1 to k4), by depot (s and its number). aantal: stuks.",
        "grafiek/: the same as pictures.",
    )


@lru_cache(maxsize=20)
def stock_counts(depot: str, year: int) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the stock counts at the end of a year: the first round, the second round, and a rehearsal."""
    random = draws(f"company count {depot} {year}")
    books = balance(depot, pd.Period(f"{year}Q4", "Q"))
    size = len(books)
    true = books["aantal"] - np.where(random.random(size) < 0.2, random.integers(-6, 15, size), 0)
    wrong = random.random(size) < 0.25
    first = true.where(~wrong, true + random.integers(-40, 60, size)).clip(lower=0)
    rehearsed = (true + random.integers(-3, 4, size)).clip(lower=0)
    rounds = [books.assign(aantal=values.astype(int)) for values in (first, true.clip(lower=0), rehearsed)]
    again = wrong | (random.random(size) < 0.05)
    tables = [each.rename(columns={"aantal": "geteld"}) for each in rounds]
    return tables[0], tables[1][again], tables[2]


def _counts(folder: Folder) -> None:
    for year in (2021, 2022, 2023):
        for depot, number in depot_numbers(pd.Timestamp(f"{year}-12-31")).items():
            rounds = stock_counts(depot, year)
            names = ("Telronde 1", "Telronde 2", "Proefronde")
            order = draws(f"company count files {depot} {year}").permutation(3)
            for letter, at in zip("abc", order, strict=True):
                notes = (f"Inventaris {year}, magazijn {number}", names[at], "Blad 1")
                folder.xlsx(f"{year}/t{number}_{letter}.xlsx", {"Telling": rounds[at]}, notes)
    folder.readme("Inventaris", "What was counted in the depots at the end of each year, in pieces everywhere.")


def list_costs(half: str) -> pd.DataFrame:
    """Return the article costs for a half-year, in EUR per ``pe`` pieces, before any errata."""
    random = draws(f"company costs {half}")
    table = goods()[["artnr", "cost", "pe"]].copy()
    table["kp"] = (table["cost"] * random.uniform(0.85, 1.2, len(table)) * table["pe"]).round(2)
    return table[["artnr", "pe", "kp"]]


def errata(half: str, edition: int) -> pd.DataFrame:
    """Return the corrections to a half-year's cost list."""
    random = draws(f"company errata {half}")
    table = list_costs(half)
    chosen = table[random.random(len(table)) < 0.18].copy()
    chosen["kp"] = (chosen["kp"] * random.uniform(0.5, 1.9, len(chosen))).round(2)
    if edition == 1:
        chosen = chosen.iloc[: len(chosen) * 2 // 3].assign(kp=lambda rows: (rows["kp"] * 1.21).round(2))
    return chosen


def _costs(folder: Folder) -> None:
    for half in _HALVES:
        folder.csv(f"kp_{half}.csv", list_costs(half), MAINFRAME)
        if half > "2022":
            for edition, letter in ((1, "n"), (2, "p")):
                rows = errata(half, edition).to_dict("records")
                folder.json(f"correctie/{half}_{letter}.json", {"geldt_voor": half, "regels": rows})
        retail = list_costs(half)
        folder.csv(f"advies/kp_{half}.csv", retail.assign(kp=(retail["kp"] * 1.45).round(2)), MAINFRAME)
    folder.readme(
        "Kostprijzen",
        "kp: EUR per pe pieces, for half a year. correctie/: errata. advies/: prices that we advise to retailers.",
    )


def _may() -> Parts:
    table = _moved(_RESENT)
    real = table[table["ref"] == 0]
    return [
        "Internal audit has looked at the movements of May 2023 in all depots.",
        f"{len(table)} entries, of which {len(table) - len(real)} are reversals; {int(real['aantal'].sum())} pieces "
        "were entered before reversals.",
    ]


def _lost(year: int) -> Callable[[], Parts]:
    def parts() -> Parts:
        rows = [(DEPOTS[depot], len(stock_counts(depot, year)[1])) for depot in DEPOTS]
        return [
            f"Stocktaking {year}. Articles that had to be counted a second time:",
            pd.DataFrame(rows, columns=["depot", "articles"]),
        ]

    return parts


PAPERS = (
    Paper("gremien_prot/2023/Revision_2023-07.pdf", "Interne Revision, Juli 2023", _may),
    *(
        Paper(f"gremien_prot/{year}/Inventaris_{year}.pdf", f"Inventaris {year}", _lost(year))
        for year in (2021, 2022, 2023)
    ),
    Paper(
        "handbuch_norvane/HB-44_Voorraad.pdf",
        "HB-44 Stock and stocktaking",
        fixed(
            """The count of an article is that of the last round in which it was counted. Rehearsals (Proefronde) are
            for practice. What is missing is the balance of the books less the count; it is valued at the cost of
            the half-year that ends, as corrected; what a piece costs is not rounded. What is too much of an article is
            not set off against what is missing of another.""",
            """A movement that was reversed (Storno) has not taken place, and neither has the reversal. The books of a
            quarter are closed at the end of the 15th of the next month; a reversal that is entered later changes
            nothing in that quarter.""",
            """Written off are movements of the kind Afkeur, but not what an insurer pays for: Achats says what that
            is. They are valued at the cost of the half-year in which they were entered, as corrected. The group of an
            article is that of the day of the movement; groups change within a year, too.""",
        ),
    ),
    Paper(
        "post_export/2023/0113_kostprijs.md",
        "Errata kostprijs",
        fixed(
            "Von: Achats. An: Buchhaltung. 13 January 2023.",
            """The errata (n) that you got in November were with VAT, and not all of them. Those of today (p) replace
            them as a whole, for both halves of 2022. It will be the same in the coming year: n first, p counts.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-20987.md",
        "IT-20987 Saldo Gdynia",
        fixed(
            "Opened by Norvane Handel, 3 October 2022.",
            """Gdynia is on the new handhelds since August, and its shelves are counted in boxes with them. So the
            balance of that depot is in boxes (list 9) from the end of the third quarter. Movements, and all other
            depots, stay with pieces.""",
        ),
    ),
    Paper(
        "post_export/2023/0427_artikelen.md",
        "Artikelen in andere groepen",
        fixed(
            "Von: Norvane Handel. An: Controlling. 27 April 2023.",
            """Two articles go into another group within the year, and the list of articles of 2023 stays as it was
            at the beginning: 988813, which is Kabels now, is one of Vaste terminals from 1 May; 473677 goes from Vaste
            terminals to Weegschalen on 15 May.""",
        ),
    ),
    Paper(
        "post_export/2023/0512_waterschade.md",
        "Water in Lille",
        fixed(
            "Von: Achats. An: Buchhaltung. 12 May 2023.",
            """The insurer pays for the water in Lille in the night of 2 May: all that the depot entered as Afkeur from
            3 to 5 May. The roof in Turin was our own fault, and nobody pays for that.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-23140.md",
        "IT-23140 Handhelds Leeds",
        fixed(
            "Opened by Norvane Handel, 2 June 2023.",
            """The handhelds in Leeds were set up wrongly from 16 to 31 May: aantal of all movements with these days is
            in boxes (list 9). A reversal is in the unit of what it reverses. They were put right on 1 June; nothing is
            sent again.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-22615.md",
        "IT-22615 Mutatiesoorten",
        fixed(
            "Opened by Norvane Handel, 2 January 2023.",
            """New kinds of movements are in use since today, list b. What was entered until 31 December has the
            numbers of list a. List c belongs to the training system. May 2023 was sent again four times in June,
            after the transfer had broken off; audit compared it.""",
        ),
    ),
)
DATASETS = (
    Dataset("magazijn_mutaties", _movements),
    Dataset("saldo_kwartaal", _balances),
    Dataset("inventaris_telling", _counts),
    Dataset("kostprijs_lijst", _costs),
)
