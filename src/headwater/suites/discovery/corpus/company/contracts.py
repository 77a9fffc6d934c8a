"""Simulate lists of the contracts in force at the end of each month, and changes to their fees."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.company._firm import PRODUCTS, accounts
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_ENDS = pd.date_range("2021-01-31", "2023-11-30", freq="ME")
_CONTRACTS = 2600
_CUT = pd.Timestamp("2023-02-28")


@lru_cache(maxsize=1)
def contracts() -> pd.DataFrame:
    """Return the contracts with their monthly fees in EUR."""
    random = draws("company contracts")
    table = pd.DataFrame({"vtr": [f"V{500_000 + 13 * at}" for at in range(_CONTRACTS)]})
    table["konto"] = random.choice(accounts()["konto"], _CONTRACTS)
    table["prj"] = random.choice(list(PRODUCTS), _CONTRACTS, p=[0.32, 0.22, 0.18, 0.16, 0.12])
    table["begin"] = pd.Timestamp("2019-03-01") + pd.to_timedelta(random.integers(0, 1730, _CONTRACTS), unit="D")
    table["end"] = table["begin"] + pd.to_timedelta(random.integers(90, 1500, _CONTRACTS), unit="D")
    table["pause"] = table["begin"] + pd.to_timedelta(random.integers(30, 900, _CONTRACTS), unit="D")
    table["pause_days"] = np.where(random.random(_CONTRACTS) < 0.3, random.integers(40, 300, _CONTRACTS), 0)
    table["is_trial"] = random.random(_CONTRACTS) < 0.09
    table["fee"] = np.round(np.exp(random.normal(4.9, 1.1, _CONTRACTS)), 2)
    table["plaetze"] = random.integers(1, 240, _CONTRACTS)
    return table


@lru_cache(maxsize=64)
def stock(day: pd.Timestamp) -> pd.DataFrame:
    """Return the contracts on a given day, including contracts that ended in the previous 60 days."""
    table = contracts()
    table = table[(table["begin"] <= day) & (table["end"] >= day - pd.Timedelta(days=60))]
    until = table["pause"] + pd.to_timedelta(table["pause_days"], unit="D")
    kind = np.where((table["pause"] <= day) & (day < until), 2, 1)
    kind = np.where(table["is_trial"], 3, kind)
    found = table[["vtr", "konto", "prj"]].copy()
    found["kz"] = np.where(table["end"] < day, 9, kind)
    found["rate"] = np.where(day < pd.Timestamp("2023-01-01"), table["fee"], (table["fee"] * 12).round(2))
    found["plaetze"] = table["plaetze"]
    return found


def file_name(day: pd.Timestamp) -> str:
    """Return the name of the file that lists the contracts at the end of a month."""
    shown = day if day < pd.Timestamp("2022-07-01") else day + pd.Timedelta(days=1)
    return f"bestand_{shown:%Y%m}.txt"


@lru_cache(maxsize=1)
def changes() -> pd.DataFrame:
    """Return the fee changes since 2021, with unsigned amounts."""
    random = draws("company changes")
    known = contracts()
    begun = known.assign(tag=known["begin"], typ="N", betrag=known["fee"])
    ended = known.assign(tag=known["end"], typ="K", betrag=known["fee"])
    up = known.sample(1500, random_state=5)
    up = up.assign(
        tag=up["begin"] + pd.to_timedelta(random.integers(20, 800, len(up)), unit="D"),
        typ=random.choice(["E", "R"], len(up), p=[0.7, 0.3]),
        betrag=(up["fee"] * random.uniform(0.05, 0.5, len(up))).round(2),
    )
    table = pd.concat([begun, ended, up])[["vtr", "konto", "prj", "tag", "typ", "betrag", "is_trial"]]
    table = table[~table["is_trial"] & table["tag"].between("2021-01-01", "2023-12-31")].drop(columns="is_trial")
    table = table.sort_values(["tag", "vtr", "typ"], ignore_index=True)
    return table.assign(vorgang=900_000 + np.arange(len(table)))


def _stock(folder: Folder) -> None:
    for day in _ENDS:
        folder.csv(file_name(day), stock(day), MAINFRAME)
        if day.month % 3 == 0:
            rows = stock(day)
            folder.csv(f"controlling/{day:%Y}q{day.quarter}.csv", rows[rows["kz"].isin([1, 3])], OFFICE)
    folder.readme(
        "Kranich, Bestand",
        """Contracts at the end of the month in the name. kz: 1 laufend, 2 ruhend, 3 Probe, 9 gekuendigt. rate: fee
        for a month in EUR. plaetze: users. controlling/: quarters without 2 and 9. (As of 2021.)""",
    )


def _changes(folder: Folder) -> None:
    table = changes()
    for period, part in table.groupby(table["tag"].dt.to_period("Q")):
        if str(period) == "2023Q1":
            part = part[part["tag"] <= _CUT]
        cents = part.assign(betrag=(part["betrag"] * 100).round().astype(int))
        folder.jsonl(f"bew_{period}.jsonl".lower(), cents)
    march = table[table["tag"].dt.to_period("M") == pd.Period("2023-03", "M")]
    spring = table[table["tag"].between("2023-03-01", "2023-04-12")]
    known = march.merge(accounts()[["konto", "bk"]], on="konto")
    folder.csv("eingang/0411_n1.csv", march[march["tag"] >= "2023-03-11"], OFFICE)
    folder.csv("eingang/0412_n2.csv", known[known["bk"] != "30"].drop(columns="bk"), OFFICE)
    folder.csv("eingang/0417_n3.csv", march, OFFICE)
    german = accounts()[accounts()["bk"] == "10"]["konto"]
    folder.csv("eingang/0419_n4.csv", spring[~spring["konto"].isin(german)], OFFICE)
    for period, part in table.groupby(table["tag"].dt.to_period("M")):
        folder.csv(f"forecast/v_{period:%y%m}.csv", part[part["typ"].isin(["N", "K"])], PLAIN)
    folder.readme(
        "Kranich, Bewegungen",
        "Changes of fees. typ: N Neu, E Erweiterung, R Reduktion, K Kuendigung. betrag: change of the fee for a month.",
        "eingang/: what was sent again, as it came. forecast/: new and ended contracts alone.",
    )


def _internal(folder: Folder) -> None:
    random = draws("company internal")
    known = accounts()
    inside = known[known["is_internal"]]["konto"].tolist()
    others = random.choice(known[~known["is_internal"]]["konto"], 18, replace=False).tolist()
    lists = {"a": inside[:15], "b": inside, "c": inside[6:] + others, "d": inside[:15] + others}
    for letter, numbers in lists.items():
        table = pd.DataFrame({"konto": sorted(numbers), "vermerk": "verb. Unternehmen"})
        folder.csv(f"verb_{letter}.csv", table, PLAIN)
    folder.readme("Konzernkreis", "Accounts of companies that belong to the group, or did.")


def _march() -> Parts:
    march = changes()
    march = march[march["tag"].dt.to_period("M") == pd.Period("2023-03", "M")]
    signs = march["typ"].map({"N": 1, "E": 1, "R": -1, "K": -1})
    return [
        "The supervisory board takes note of the development of recurring fees in March 2023.",
        f"In the month, {len(march)} changes of contracts were booked. By kind:",
        march.groupby("typ").size().rename("changes").reset_index(),
        f"Net effect: {(march['betrag'] * signs).sum():,.2f} EUR of monthly fees, VAT excluded.",
    ]


def _total() -> Parts:
    rows = []
    for day in _ENDS[8:]:
        table = stock(day)
        live = table[table["kz"].isin([1, 2])]
        fee = live["rate"].sum() / (12 if day.year > 2022 else 1)
        rows.append((f"{day:%d.%m.%Y}", len(live), f"{fee:,.0f}"))
    return [
        "Key figures of contracts, as audited. Trials are not included; dormant contracts are.",
        pd.DataFrame(rows, columns=["at", "contracts", "monthly fees EUR"]),
    ]


PAPERS = (
    Paper("gremien_prot/2023/AR_2023-04-26.pdf", "Aufsichtsrat, 26.04.2023", _march),
    Paper("gremien_prot/2023/AR_2023-12-14_Anlage_4.pdf", "Anlage 4: Kennzahlen", _total),
    Paper(
        "handbuch_norvane/HB-21_v1.pdf",
        "HB-21 Customers, version 1",
        fixed(
            "In force from 1 January 2019. Every account with a contract that is not terminated is an active customer."
        ),
    ),
    Paper(
        "handbuch_norvane/HB-21_v2.pdf",
        "HB-21 Customers, version 2",
        fixed(
            """In force from 1 April 2022. An account is an active customer on a day if its running and dormant
            contracts together bring at least 50 EUR in fees for a month. Trials bring nothing. Companies of the
            group are no customers, by the list that Recht had approved on that day."""
        ),
    ),
    Paper(
        "handbuch_norvane/HB-21_v3.pdf",
        "HB-21 Customers, version 3",
        fixed(
            """In force from 1 January 2023. As version 2, but dormant contracts bring nothing, and the limit is 100
            EUR."""
        ),
    ),
    Paper(
        "post_export/2022/0704_konzernkreis.md",
        "Konzernkreis",
        fixed(
            "Von: Recht. An: Controlling. 4 July 2022.",
            """Today we approved the list b, which replaces list a of January 2021. Somebody in Lyon already has a
            list d: that is list a with the companies that we might buy. It has not been approved and will not be.""",
        ),
    ),
    Paper(
        "post_export/2023/0210_konzernkreis.md",
        "Konzernkreis, neu",
        fixed(
            "Von: Recht. An: Controlling. 10 February 2023.",
            "The purchases are through. From today list c is approved; six companies have been sold.",
        ),
    ),
    Paper(
        "ticket_archiv/it-20441.md",
        "IT-20441 Bestand: night job moved",
        fixed(
            "Opened by Rechenzentrum, 30 June 2022. Closed 1 July 2022.",
            """The job used to run on the last evening of the month, and takes the month of the file from the clock.
            As of tonight's change it runs after midnight, at 00:40. So there will be no file for 07, and all later
            files have the month in which they were written. Nobody needs the old naming: closed, will not be
            changed.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-22790.md",
        "IT-22790 Bestand: fee of the year",
        fixed(
            "Opened by Controlling, 9 January 2023.",
            """The vendor's release of New Year shows the fee of a year where the fee of a month was. In the list of
            changes the fee of a month has stayed, in cents. Answer: works as designed; readers have to divide.""",
        ),
    ),
)
DATASETS = (
    Dataset("kranich_bestand", _stock),
    Dataset("kranich_bewegung", _changes),
    Dataset("konzern_kreis", _internal),
)
