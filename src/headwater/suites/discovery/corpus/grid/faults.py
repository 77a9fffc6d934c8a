"""Simulate medium-voltage lines and the fault book, with one quarter that was exported too early."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN, Style
from headwater.suites.discovery.corpus.grid._late_entries import (
    MISCOUNTED,
    OLD_CODES_UNTIL,
    later_entries,
    names_on,
    old_codes,
    renamed,
)

_LINES = 340
_STATES = ("2021-12-31", "2022-06-30", "2022-12-31", "2023-06-30", "2023-12-31")
_REASONS = {
    11: ("Gewitter", "U"), 12: ("Sturm", "U"), 13: ("Eis, Schnee", "U"), 21: ("Bagger, Kran", "U"),
    22: ("Tiere", "U"), 31: ("Betriebsmittel", "U"), 32: ("Fehlschaltung", "U"), 39: ("ungeklaert", "U"),
    51: ("Zaehlerwechsel", "P"), 52: ("Umbau", "P"), 53: ("Wartung", "P"),
    71: ("Katastrophe", "H"), 72: ("Anordnung von Behoerden", "H"),
}  # fmt: skip
_CUT = "2023-09-11 09:40"


@lru_cache(maxsize=1)
def _states() -> dict[str, pd.DataFrame]:
    random = draws("grid lines")
    table = pd.DataFrame({"abg": [f"{number // 9 + 11}-J{number % 9 + 1:02d}" for number in range(_LINES)]})
    length = np.exp(random.normal(9.1, 0.55, _LINES))
    dense = np.exp(random.normal(3.85, 0.55, _LINES))
    cable = random.uniform(25, 92, _LINES)
    found = {}
    for number, day in enumerate(_STATES):
        grown = cable + number * random.uniform(0, 3.2, _LINES)
        found[day] = table.assign(
            lge_m=np.rint(length).astype(int),
            kab_m=np.rint(length * np.minimum(grown, 100) / 100).astype(int),
            kd=np.rint(dense * length / 1000 * (1 + 0.013 * number + random.normal(0, 0.03, _LINES))).astype(int) + 1,
            st=np.where(random.random(_LINES) < 0.97, "B", "G"),
        )
    return found


def _renamed() -> pd.DataFrame:
    return renamed(tuple(_states()[_STATES[0]]["abg"]))


def _register(folder: Folder) -> None:
    for day, state in _states().items():
        days = pd.Series(pd.Timestamp(day), state.index)
        table = state.assign(abg=names_on(state["abg"], days, _renamed())).sort_values("abg")
        if day == _STATES[0]:
            is_other = table["abg"].str.startswith(MISCOUNTED)
            folder.csv("nachtrag/kd_20211231.csv", table[is_other][["abg", "kd"]], PLAIN)
            table["kd"] = table["kd"].where(~is_other, (table["kd"] * 1.6).astype(int))
        folder.csv(f"ABG_{day.replace('-', '')}.csv", table, MAINFRAME)
    folder.csv("umbenennungen.csv", _renamed(), OFFICE)
    folder.readme(
        "NIS: Abgänge",
        "Extracts of the network information system. Each file has all lines (Abgänge) on its day, by the names of "
        "that day; umbenennungen.csv has the names that changed. A line stays the same line.",
        "nachtrag/: in the extract of 31 December 2021, some stations have customers of their neighbors as well; the "
        "numbers of their lines (kd) are right here.",
    )
    folder.dictionary(
        {
            "abg": "Abgang; number of the station and of the field",
            "lge_m": "length in meters",
            "kab_m": "length of what is cable, in meters",
            "kd": "customers behind the line",
            "st": "B in Betrieb, G geplanter Rückbau, which is still in service",
        },
        "schluessel_felder.csv",
    )


@lru_cache(maxsize=1)
def _faults() -> pd.DataFrame:
    random = draws("grid book of faults")
    count = 6400
    lines = _states()["2022-12-31"]
    at = random.integers(0, _LINES, count)
    table = pd.DataFrame({"vnr": 20_300_000 + np.arange(count) * 3})
    begin = pd.Timestamp("2022-01-01") + pd.to_timedelta(np.sort(random.integers(0, 730 * 1440, count)), unit="min")
    table["abg"] = lines["abg"].to_numpy()[at]
    table["beg"] = begin.astype("datetime64[s]")
    table["ende"] = table["beg"] + pd.to_timedelta(np.rint(np.exp(random.normal(3.3, 1.1, count))) + 1, unit="min")
    share = random.beta(1.2, 1.6, count)
    table["kd_unt"] = np.rint(lines["kd"].to_numpy()[at] * share).astype(int) + 1
    weights = np.array([9, 8, 4, 9, 5, 14, 3, 10, 9, 12, 10, 3, 4])
    table["anl"] = random.choice(list(_REASONS), count, p=weights / weights.sum())
    return table


def _book(folder: Folder) -> None:
    table = _faults()
    codes = list(_REASONS)
    old = old_codes(codes)
    folder.csv("nachtraege_2022.csv", later_entries(table, codes), OFFICE)
    table = table.assign(
        abg=names_on(table["abg"], table["beg"], _renamed()),
        anl=table["anl"].where(table["beg"] > OLD_CODES_UNTIL, table["anl"].map(old)),
    )
    book = Style(";", ",", "cp1252", "%d.%m.%Y", "%d.%m.%Y %H:%M", newline="\r\n")
    log = []
    for period, part in table.groupby(table["beg"].dt.to_period("Q")):
        name = f"SB_{period.year}_Q{period.quarter}.csv"
        loaded = part[part["beg"] <= _CUT] if str(period) == "2023Q3" else part
        folder.csv(name, loaded, book)
        day = (period.end_time + pd.Timedelta(days=9)).strftime("%Y-%m-%d")
        if str(period) == "2023Q3":
            day = "2023-09-11"
        log.append((day, name, len(part) if str(period) != "2023Q3" else len(loaded), len(loaded), "ok"))
    third = table[table["beg"].dt.to_period("Q") == "2023Q3"]
    second = table[table["beg"].dt.to_period("Q") == "2023Q2"]
    test = second.assign(kd_unt=(second["kd_unt"] * 1.07).astype(int))
    folder.xlsx("nacherfassung_23-102.xlsx", {"Export": test})
    folder.xlsx("nacherfassung_23-117.xlsx", {"Export": third.iloc[::-1]})
    log += [
        ("2023-08-02", "nacherfassung_23-102.xlsx", len(test), len(test), "zurueckgezogen, Testsystem"),
        ("2023-11-20", "nacherfassung_23-117.xlsx", len(third), len(third), "ok, ersetzt Teillieferung"),
    ]
    columns = ["tag", "lieferung", "zeilen_quelle", "zeilen_geladen", "befund"]
    folder.csv("ladeprotokoll.csv", pd.DataFrame(sorted(log), columns=columns), OFFICE)
    reasons = pd.DataFrame([(code, name, group) for code, (name, group) in _REASONS.items()])
    reasons = reasons.set_axis(["anl", "text", "gruppe"], axis=1)
    folder.csv("schluessel_anlass.csv", reasons, OFFICE)
    before = reasons.assign(anl=reasons["anl"].map(old)).sort_values("anl")
    folder.csv("schluessel_anlass_2019.csv", before, OFFICE)
    folder.readme(
        "Störungsbuch",
        "Book of faults of the medium voltage, with one file for each quarter in which a fault began. Times are UTC+1 "
        "all year. Lines have the names of the day. anl: occasion, by schluessel_anlass; until the end of March 2022 "
        "by schluessel_anlass_2019. Directive RL 7-11 says what counts.",
        "The files of quarters are not written again. For faults of 2022, nachtraege_2022.csv has what was entered "
        "later: a field with its new value, of which the last one counts (anl by schluessel_anlass), or geloescht for "
        "an entry that did not take place.",
    )


DATASETS = (Dataset("nis_abgaenge", _register), Dataset("stoerungsbuch", _book))
