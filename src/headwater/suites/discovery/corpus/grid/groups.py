"""Simulate the traders' balancing groups: schedules, metered series from two clearings, and name changes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE

_GROUPS = [f"11XBK-{number:03d}-{mark}" for number, mark in zip(range(104, 188, 6), "QWERTZUIOPASDF", strict=True)]
_FIRMS = ("Hanse Kontor", "Ostwerk Handel", "Blaustrom", "Kraftkontor Süd", "Merkur Energie", "Talwind",
          "Uferstrom", "Nordlicht Direkt", "Regiopower", "Stadtkraft", "Allianz der Werke", "Terravolt", "Volta Nova",
          "Zenit")  # fmt: skip
_MONTHS = pd.period_range("2022-07", "2023-03", freq="M")


def _series(folder: Folder) -> None:
    random = draws("grid balancing groups")
    levels = random.uniform(4, 40, len(_GROUPS))
    for month in _MONTHS:
        times = pd.date_range(month.start_time, month.end_time, freq="15min").astype("datetime64[s]")
        plan, metered = [], []
        for group, level in zip(_GROUPS, levels, strict=True):
            hours = times.hour.to_numpy() + times.minute.to_numpy() / 60
            shape = level * (1 + 0.25 * np.sin((hours - 8) / 24 * 2 * np.pi))
            mw = np.round(shape * np.exp(random.normal(0, 0.05, len(times))), 1)
            used = np.round(shape * np.exp(random.normal(-0.01, 0.09, len(times))) * 250, 0)
            plan.append(pd.DataFrame({"ts": times, "bk": group, "mw": mw}))
            metered.append(pd.DataFrame({"ts": times, "bk": group, "kwh": used}))
        table = pd.concat(metered, ignore_index=True)
        sign = -1 if str(month) < "2022-10" else 1
        first = table.assign(kwh=(table["kwh"] * random.normal(1, 0.02, len(table))).round(0) * sign)
        code = str(month).replace("-", "")
        folder.parquet(f"FP_{code}.parquet", pd.concat(plan, ignore_index=True))
        folder.parquet(f"IST_{code}_EC.parquet", first)
        folder.parquet(f"IST_{code}_ZC.parquet", table.assign(kwh=table["kwh"] * sign))
    folder.readme(
        "Bilanzkreise: series",
        "FP: schedules, ts in UTC, mw. IST: metered, ts in UTC, kWh for each quarter-hour. A file has a month of UTC. "
        "RL 3-02 has the rules of clearing.",
    )


def _firms(folder: Folder) -> None:
    rows = [(group, firm, "aktiv") for group, firm in zip(_GROUPS, _FIRMS, strict=True)]
    folder.csv("schluessel_bilanzkreise.csv", pd.DataFrame(rows, columns=["bk", "firma", "stand"]), OFFICE)
    folder.text(
        "mitteilungen.md",
        "\n".join(
            (
                "# Mitteilungen",
                "",
                "- 2021-03-01: Talwind moves to Lorne; the code stays.",
                "- 2021-11-15: Brightwell takes over Kraftkontor Süd and goes on trading under its code.",
                "- 2022-05-02: Brightwell sells the business of Kraftkontor Süd to Merkur Energie, with the code. "
                "For its own business, Brightwell uses the code of Ostwerk Handel, which it had bought in April.",
                "- 2023-02-20: from March 2023, Brightwell trades under the code of Terravolt. Ostwerk Handel "
                "is wound up.",
                "",
            )
        ),
    )
    folder.readme(
        "Bilanzkreise: firms",
        "Codes as they were first given out, with the firm of that time. Later changes stand in mitteilungen.md.",
    )


DATASETS = (Dataset("bilanzkreis_reihen", _series), Dataset("bilanzkreis_firmen", _firms))
