"""Simulate invoices, including their transfer runs, debtor numbers, article numbers and exchange rates."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE
from headwater.suites.discovery.corpus.company._defects import defective
from headwater.suites.discovery.corpus.company._firm import CURRENCIES, UNITS, accounts, articles, debtors
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

MONTHS = pd.period_range("2021-01", "2023-12", freq="M")
_LINES = {"10": 620, "20": 340, "30": 300, "40": 380}
_RENUMBERED = pd.Period("2022-07", "M")


@lru_cache(maxsize=200)
def lines(unit: str, month: pd.Period) -> pd.DataFrame:
    """Return the invoice lines that a company posted in a month. Amounts of credit notes are unsigned."""
    random = draws(f"company lines {unit} {month}")
    count = int(random.poisson(_LINES[unit] * (1 + 0.004 * (month.ordinal - MONTHS[0].ordinal))))
    known = debtors()
    weights = np.exp(draws("company debtor sizes").normal(0, 1, len(known))) * (known["bk"] == unit)
    chosen = known.iloc[random.choice(len(known), count, p=(weights / weights.sum()).to_numpy())]
    days = np.sort(random.integers(0, month.days_in_month, count))
    table = pd.DataFrame({"beleg": 1_000_000 * (int(unit) // 10) + month.ordinal * 1000 + np.arange(count)})
    table["datum"] = month.start_time + pd.to_timedelta(days, unit="D")
    table["art_bel"] = random.choice(["RE", "GU"], count, p=[0.92, 0.08])
    table["deb"] = chosen["alt" if month < _RENUMBERED else "neu"].to_numpy()
    table["art"] = random.choice(articles()["art"], count)
    table["netto"] = np.round(np.exp(random.normal(6.8, 0.9, count)), 2)
    return table


def _runs(folder: Folder) -> None:
    for unit in UNITS:
        for month in MONTHS:
            random = draws(f"company runs {unit} {month}")
            right = lines(unit, month)
            runs = [right, defective(right, random)]
            for number, at in enumerate(random.permutation(2), start=1):
                folder.parquet(f"{unit}/{month:%Y%m}_L{number}.parquet", runs[at].reset_index(drop=True))
    folder.readme(
        "Pelikan, Ausgang",
        """One folder for each Buchungskreis. Each month was transferred in two runs, L1 and L2, since the interface was
        not stable. The second run repeats the first one; use L2. (Last edited 2021-02-03.)""",
        "netto: amount without tax in the currency of the Buchungskreis; art_bel: RE Rechnung, GU Gutschrift.",
    )


def _articles(folder: Folder) -> None:
    table = articles()
    releases = {"r11": "until_2022", "r12": "since_2023", "r13": "never"}
    for release, column in releases.items():
        own = table.assign(text=table[column] + " " + table["text"])[["art", "text"]]
        folder.csv(f"artikel_{release}.csv", own, OFFICE)
        folder.csv(f"druck/artikel_{release}_p.csv", own[own["text"].str.endswith("paket")], OFFICE)
    folder.readme("Artikelstamm", "Releases of the list of articles. text: Projekt und Bezeichnung.")


def _debtors(folder: Folder) -> None:
    random = draws("company debtor lists")
    table = debtors()
    first = table[["alt", "konto"]].set_axis(["deb", "konto"], axis=1)
    right = table[["neu", "konto"]].set_axis(["deb", "konto"], axis=1)
    wrong = right.copy()
    moved = np.flatnonzero(random.random(len(wrong)) < 0.35)
    wrong.iloc[moved, 1] = wrong.iloc[np.roll(moved, 1), 1].to_numpy()
    school = right.assign(konto=np.roll(right["konto"], 5))
    for number, each in enumerate((first, wrong, right, school), start=1):
        folder.csv(f"zuo_{number}.csv", each.sort_values("deb"), MAINFRAME)
    names = accounts()[["konto", "name", "segment", "bk"]]
    folder.csv("konten.csv", names, MAINFRAME)
    shifted = names.assign(name=np.roll(names["name"], 3))
    folder.csv("konten_2.csv", shifted, MAINFRAME)
    folder.readme(
        "Debitoren",
        "zuo: number of the debtor and Konto; the file with the highest number is in force. konten: names of accounts.",
    )


@lru_cache(maxsize=1)
def rates() -> pd.DataFrame:
    """Return exchange rates in EUR per unit of a currency: monthly means, and rates on the last day of each month."""
    random = draws("company rates")
    table = pd.DataFrame({"monat": MONTHS.strftime("%Y-%m")})
    for name, level in (("USD", 0.9), ("GBP", 1.16)):
        path = level + np.cumsum(random.normal(0, 0.011, len(MONTHS)))
        table[name] = np.round(path, 4)
        table[f"{name} end"] = np.round(path + random.normal(0, 0.009, len(MONTHS)), 4)
    return table


def _rates(folder: Folder) -> None:
    table = rates()
    for year in (2021, 2022, 2023):
        own = table[table["monat"].str.startswith(str(year))]
        mean = own[["monat", "USD", "GBP"]]
        end = own[["monat", "USD end", "GBP end"]].set_axis(["monat", "USD", "GBP"], axis=1)
        for letter, each in (("a", end), ("b", mean), ("c", mean.assign(USD=mean["USD"] * 1.021, GBP=mean["GBP"]))):
            quoted = each.copy()
            for name in ("USD", "GBP"):
                quoted[name] = (1 / each[name] if year == 2022 else each[name]).round(4)
            folder.csv(f"kt_{year}{letter}.csv", quoted, OFFICE)
    folder.readme("Kurstabellen", "kt: Kurse je Monat. Kurs in EUR for one unit of the other currency. (2021)")


def _closing(unit: str, month: pd.Period) -> Callable[[], Parts]:
    def parts() -> Parts:
        table = lines(unit, month)
        sums = table.groupby("art_bel")["netto"].sum()
        rows = [("Belegzeilen", len(table)), *((f"Summe {kind}", f"{sums[kind]:.2f}") for kind in ("RE", "GU"))]
        return [
            f"Buchungskreis {unit}, Periode {month:%m/%Y}. Abgestimmt mit dem Hauptbuch, Nebenbuch Debitoren.",
            pd.DataFrame(rows, columns=["Position", CURRENCIES[unit]]),
            "Geprueft und freigegeben: Buchhaltung.",
        ]

    return parts


PAPERS = (
    *(
        Paper(f"abschluss_akten/{month.year}/bk{unit}_{month:%m}.pdf", "Monatsabschluss", _closing(unit, month))
        for unit in UNITS
        for month in MONTHS
    ),
    Paper(
        "handbuch_norvane/HB-03_Marken.pdf",
        "HB-03 Marken und Projektnamen",
        fixed(
            "Development and bookkeeping keep the names of projects; customers see brands.",
            """Helios (HEL) is sold as Planner, Brokk (BRK) as Connect, Mimir (MIM) as Insights, Tyr (TYR) as Guard,
            Idun (IDU) as Archive. Until March 2020 Mimir was sold as Archive; the customers were moved.""",
        ),
    ),
    Paper(
        "post_export/2023/0119_artikel.md",
        "AW: Artikelnummern",
        fixed(
            "Von: Buchhaltung. An: Vertrieb Innendienst. 19 January 2023.",
            """Release 13 was built on 12 January and stopped before it was loaded: the printers' texts had slipped by
            some lines. Since 1 January, all companies post by release 12. Release 11 was valid from the start of
            Pelikan to the end of last year. Please delete 13 where you see it.""",
        ),
    ),
    Paper(
        "post_export/2022/0708_nummern.md",
        "Nummernkreise",
        fixed(
            "Von: Buchhaltung. An: alle. 8 July 2022.",
            """The new numbers of debtors are posted since 1 July. The assignment that was loaded first (the second
            list) had accounts in wrong lines, and was replaced on 5 July by the third, also for what had been
            posted before. Until 30 June the first list stays valid.""",
        ),
    ),
    Paper(
        "post_export/2023/0302_schulung.md",
        "Schulungssystem",
        fixed(
            "Von: Rechenzentrum. An: Debitorenbuchhaltung. 2 March 2023.",
            "For the training system we mixed the accounts of debtors, as agreed with Recht; the list is number 4. "
            "The names were mixed as well (konten_2). Nothing of it belongs into production.",
        ),
    ),
    Paper(
        "handbuch_norvane/HB-11_Kurse.pdf",
        "HB-11 Umrechnung",
        fixed(
            "Revenue, credit notes and costs are converted month by month at the mean rate of the month; receivables, "
            "payables and assets at the rate of the last day. Values of contracts are not converted again.",
            "Treasury publishes three tables a year: (a) last days, (b) means, (c) means with the surcharge for "
            "customers who pay in US dollars, for price lists only.",
            """In 2022 the provider quoted units of the other currency for one EUR; before and afterwards EUR for one
            unit.""",
        ),
    ),
)
DATASETS = (
    Dataset("pelikan_ausgang", _runs),
    Dataset("artikel_stamm", _articles),
    Dataset("debitoren_nk", _debtors),
    Dataset("kurs_tabellen", _rates),
)
