"""Simulate finances, shifts and the patient survey."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, PLAIN
from headwater.suites.discovery.corpus.hospital._sites import BEDS, CODES, SITES

_CENTRES = ("Nursing", "Medical staff", "Drugs", "Catering", "Energy", "Cleaning", "Imaging", "Laboratory", "Estates")
_LANGUAGES = ("en", "pl", "ur")


def _finance(folder: Folder) -> None:
    random = draws("hospital finance")
    for year in (2022, 2023):
        budget = pd.DataFrame(
            [
                (site, centre, round(beds * float(random.uniform(0.8, 3.5)), 1))
                for site, beds in BEDS.items()
                for centre in _CENTRES
            ],
            columns=["site", "centre", "month_kGBP"],
        )
        folder.xlsx(
            f"{year}/budget_v1.xlsx",
            {"budget": budget.assign(month_kGBP=(budget["month_kGBP"] * 0.97).round(1))},
            ("kGBP a month",),
        )
        folder.xlsx(
            f"{year}/budget_v3.xlsx",
            {"budget": budget.assign(month_kGBP=(budget["month_kGBP"] * 1.04).round(1))},
            ("kGBP a month",),
        )
        folder.xlsx(f"{year}/budget_v2.xlsx", {"budget": budget}, ("kGBP a month",))
        for month in range(1, 13):
            spent = budget["month_kGBP"] * random.normal(1.01, 0.05, len(budget)) * 1000
            flash = spent * random.normal(0.97, 0.02, len(budget))
            rows = budget[["site", "centre"]]
            folder.csv(f"{year}/period_{month:02d}_final.csv", rows.assign(GBP=flash.round(2)), BRITISH)
            folder.csv(f"{year}/period_{month:02d}_closed.csv", rows.assign(GBP=spent.round(2)), BRITISH)
    folder.readme(
        "Cost centres",
        f"""Sites: {CODES}. Financial years begin on 1 April and are named after the year in which they begin: period
        01 is April, period 12 the March of the next year.""",
        files={
            "YYYY/budget_v1.xlsx": "proposal of the sites",
            "YYYY/budget_v2.xlsx": "approved by the board; a twelfth of the year",
            "YYYY/budget_v3.xlsx": "bid for more money in December; refused",
            "YYYY/period_MM_final.csv": "flash report on the second working day, with estimates",
            "YYYY/period_MM_closed.csv": "after the ledger was closed",
        },
    )


def _rosters(folder: Folder) -> None:
    random = draws("hospital rosters")
    for monday in pd.date_range("2022-12-26", "2023-12-25", freq="W-MON"):
        rows = []
        for site, beds in BEDS.items():
            for band, level in (("registered", 3.4), ("assistant", 2.6)):
                planned = round(beds * level * 7 * float(random.normal(1, 0.01)), 1)
                worked = round(planned * float(random.normal(0.93, 0.02)), 1)
                agency = round(worked * float(random.uniform(0.04, 0.16)), 1)
                rows.append((site, band, planned, worked, agency))
        table = pd.DataFrame(rows, columns=["site", "band", "planned_h", "worked_h", "of_which_agency_h"])
        year, week, _ = monday.isocalendar()
        folder.csv(f"week_{year}_{week:02d}.csv", table, PLAIN)
        early = table.assign(worked_h=table["planned_h"], of_which_agency_h=(table["of_which_agency_h"] * 0.6).round(1))
        folder.csv(f"published/week_{year}_{week:02d}_final.csv", early, MAINFRAME)
    folder.readme(
        "Nursing rosters",
        """Hours by ISO week (Monday to Sunday). worked_h has the hours of agency staff in it.""",
        files={
            "week_YYYY_WW.csv": "after payroll: what was worked",
            "published/week_YYYY_WW_final.csv": """final roster, six weeks before the shifts: planned hours
            stand for worked ones""",
        },
    )


def _survey(folder: Folder) -> None:
    random = draws("hospital survey")
    for year in (2021, 2022, 2023):
        count = 2600
        table = pd.DataFrame({"response": 1 + np.arange(count), "site": random.choice(list(SITES), count)})
        table["language"] = random.choice(_LANGUAGES, count, p=[0.88, 0.07, 0.05])
        table["age_group"] = random.choice(["16-35", "36-50", "51-65", "66+"], count, p=[0.12, 0.16, 0.28, 0.44])
        lift = table["age_group"].map({"16-35": -0.7, "36-50": -0.3, "51-65": 0.1, "66+": 0.5})
        table["overall"] = np.rint((7.6 + lift + random.normal(0, 1.7, count)).clip(0, 10)).astype(int)
        table["weight"] = np.round(
            random.gamma(6, 0.17, count)
            * table["age_group"].map({"16-35": 2.1, "36-50": 1.3, "51-65": 0.9, "66+": 0.7}),
            4,
        )
        table.loc[random.random(count) < 0.05, "overall"] = 99
        folder.parquet(f"responses_{year}.parquet", table)
        english = table[table["language"] == "en"].drop(columns="weight")
        folder.csv(f"responses_{year}_all.csv", english, BRITISH)
    folder.readme(
        "Survey of inpatients",
        """overall: 0 to 10; 99 is no answer and does not count. Published scores are means weighted with weight.""",
        files={
            "responses_YYYY.parquet": "all responses",
            "responses_YYYY_all.csv": "all English responses, for a text mining project, without weights",
        },
    )


DATASETS = (
    Dataset("cost_centres", _finance),
    Dataset("nursing_rosters", _rosters),
    Dataset("inpatient_survey", _survey),
)
