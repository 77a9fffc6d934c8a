"""Simulate laboratory results, antibiotics, infections and incidents."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN
from headwater.suites.discovery.corpus.hospital._sites import BEDS, CODES, SITES

_FACTOR = 18.016
"""The concentration of glucose in mg/dL that equals 1 mmol/L."""
_DRUGS = {"amoxicillin": (1.5, 1.5), "ceftriaxone": (2.0, 2.0), "piperacillin": (14.0, 14.0), "meropenem": (2.0, 3.0),
          "vancomycin": (2.0, 2.0), "doxycycline": (0.1, 0.1), "ciprofloxacin": (1.0, 0.8)}  # fmt: skip
"""The defined daily dose of each drug in grams, up to 2022 and from 2023 on."""


@lru_cache(maxsize=1)
def _glucose() -> pd.DataFrame:
    random = draws("hospital glucose")
    count = 30_000
    minutes = np.sort(random.integers(0, 730 * 1440, count))
    table = pd.DataFrame({"accession": 700_000 + np.arange(count)})
    table["taken"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(minutes, unit="min")
    table["site"] = random.choice(list(SITES), count, p=[0.26, 0.18, 0.3, 0.12, 0.08, 0.06])
    table["mmol"] = np.round(np.exp(random.normal(1.82, 0.28, count)), 1)
    table["wrong"] = np.round(table["mmol"] * random.choice([1, 1.6, 0.7], count, p=[0.94, 0.03, 0.03]), 1)
    return table


def _labs(folder: Folder) -> None:
    table = _glucose()
    in_mg = table["site"].isin(["CAS", "EAS"]) & (table["taken"] < "2023-03-01")
    factor = np.where(in_mg, _FACTOR, 1.0)
    random = draws("hospital corrections")
    delay = pd.to_timedelta(random.integers(60, 60 * 60, len(table)), unit="min")
    final = table.assign(
        status="F", reported=table["taken"] + pd.Timedelta(minutes=50), value=(table["wrong"] * factor)
    )
    corrected = table.assign(status="C", reported=table["taken"] + delay, value=(table["mmol"] * factor))
    corrected = corrected[table["wrong"] != table["mmol"]]
    rows = pd.concat([final, corrected]).sort_values(["reported", "accession"])
    rows["value"] = rows["value"].round(1)
    columns = ["accession", "taken", "reported", "site", "status", "value"]
    for period, part in rows.groupby(rows["reported"].dt.to_period("M")):
        if period.year < 2024:
            folder.csv(f"glucose_{period}.csv", part[columns], OFFICE)
            folder.parquet(f"clean/glucose_{period}_final.parquet", part[part["status"] == "F"][columns])
    folder.readme(
        "Glucose in blood",
        f"""Results by month of the report. Sites: {CODES}. status F is a final result; C is its correction, has the
        same accession, takes its place, and can be in the file of the next month. The laboratories of CAS and EAS
        reported mg/dL for samples taken before 1 March 2023; all others, and these since then, report mmol/L. Divide
        mg/dL by 18.016.""",
        """clean/ has the final results alone, for a study that did not want corrections.""",
    )


def _pharmacy(folder: Folder) -> None:
    random = draws("hospital antibiotics")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        rows = []
        for site, beds in BEDS.items():
            for drug, (dose, _) in _DRUGS.items():
                packs = int(random.poisson(beds * 0.5))
                rows.append((site, drug, packs, int(random.choice([5, 10, 20])), round(dose / 2, 2)))
        table = pd.DataFrame(rows, columns=["site", "drug", "packs", "units_in_pack", "grams_in_unit"])
        folder.csv(f"issues_{period}.csv", table, BRITISH)
        returned = table.assign(packs=random.binomial(table["packs"], 0.06))
        folder.csv(f"returns/returns_{period}.csv", returned, BRITISH)
    folder.readme(
        "Antibiotics issued to wards",
        """Packs by month, site and drug. Use is what was issued less what wards returned in the same month (folder
        returns). Consumption is compared as defined daily doses (DDD: grams used divided by the grams of a DDD) for
        every 100 occupied bed-days, which are the patients in bed at midnight, added up over all days and wards.""",
    )


def _doses(folder: Folder) -> None:
    rows = [(drug, old, new) for drug, (old, new) in _DRUGS.items()]
    table = pd.DataFrame(rows, columns=["drug", "old", "new"])
    folder.csv("ddd.csv", table[["drug", "old"]].rename(columns={"old": "grams"}))
    folder.csv("ddd_b.csv", table[["drug", "new"]].rename(columns={"new": "grams"}))
    folder.readme(
        "Defined daily doses",
        """Grams of a defined daily dose (DDD). ddd.csv holds for use until December 2022, ddd_b.csv for
        use since January 2023.""",
    )


@lru_cache(maxsize=1)
def _cases() -> pd.DataFrame:
    random = draws("hospital infections")
    count = 1400
    table = pd.DataFrame({"case": 1 + np.arange(count)})
    table["organism"] = random.choice(
        ["C. difficile", "E. coli", "MRSA", "Klebsiella"], count, p=[0.34, 0.38, 0.1, 0.18]
    )
    table["site"] = random.choice(list(SITES), count)
    table["admitted"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(np.sort(random.integers(0, 720, count)), unit="D")
    table["specimen"] = table["admitted"] + pd.to_timedelta(random.geometric(0.25, count) - 1, unit="D")
    table["state"] = random.choice(["confirmed", "refuted", "duplicate"], count, p=[0.86, 0.08, 0.06])
    table["wrong_site"] = table["site"].where(random.random(count) > 0.05, "STB")
    return table


def _infections(folder: Folder) -> None:
    table = _cases()
    line = table.drop(columns=["state", "wrong_site"])
    folder.sqlite("surveillance.db", {"cases": line.assign(site=table["wrong_site"])})
    folder.sqlite("surveillance_2024-02.db", {"cases": line.assign(state=table["state"])})
    folder.sqlite("surveillance_test.db", {"cases": line.assign(state="confirmed")})
    for period, part in line.groupby(line["specimen"].dt.to_period("Q")):
        folder.csv(f"quarterly/{period}.csv", part.assign(site=part["site"].map(SITES)), PLAIN)
    folder.readme(
        "Surveillance of infections",
        f"""Cases by specimen. Sites: {CODES}. A case counts if it is confirmed. Its onset is in hospital if the
        specimen was taken on day 3 or later, the day of admission being day 1.""",
        files={
            "surveillance.db": "as typed by the wards, before review",
            "surveillance_2024-02.db": "after the review of all cases of 2022 and 2023; in force",
            "surveillance_test.db": "for the training of staff",
            "quarterly/": "cases as typed, with names of sites",
        },
    )


@lru_cache(maxsize=1)
def _reports() -> pd.DataFrame:
    random = draws("hospital incidents")
    count = 9000
    table = pd.DataFrame({"incident": 20_000 + np.arange(count)})
    table["reported"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(np.sort(random.integers(0, 730, count)), unit="D")
    table["site"] = random.choice(list(SITES), count)
    table["kind"] = random.choice(
        ["fall", "medication", "pressure ulcer", "device", "delay"], count, p=[0.3, 0.24, 0.18, 0.1, 0.18]
    )
    table["harm"] = random.choice(["none", "low", "moderate", "severe"], count, p=[0.62, 0.27, 0.09, 0.02])
    return table


def _incidents(folder: Folder) -> None:
    table = _reports()
    for period, part in table.groupby(table["reported"].dt.to_period("Q")):
        folder.jsonl(f"reports_{period}.jsonl", part)
    folder.readme(
        "Incident reports",
        """As staff reported them, by quarter. The harm is the first guess; the review grades it again (a
        dataset of its own).""",
    )


def _reviews(folder: Folder) -> None:
    table = _reports()
    random = draws("hospital reviews")
    chosen = table[random.random(len(table)) < 0.55][["incident", "reported"]]
    rows = []
    for step, days in ((1, 20), (2, 60)):
        part = chosen if step == 1 else chosen[random.random(len(chosen)) < 0.25]
        graded = part.assign(step=step, graded=part["reported"] + pd.Timedelta(days=days))
        graded["harm"] = random.choice(
            ["none", "low", "moderate", "severe", "not an incident"], len(part), p=[0.5, 0.3, 0.12, 0.04, 0.04]
        )
        rows.append(graded)
    both = pd.concat(rows).drop(columns="reported").sort_values(["graded", "incident"])
    folder.csv("reviews.csv", both[both["graded"] < "2024-03-01"])
    folder.csv("reviews_2023.csv", both[both["graded"] < "2023-06-15"])
    folder.csv("reviews_first.csv", both[both["step"] == 1])
    folder.readme(
        "Reviews of incidents",
        """The harm of an incident as graded in a review; the last review holds, and an incident without review keeps
        what was reported. "not an incident" takes the report out of all counts.""",
        files={
            "reviews.csv": "all reviews until the end of February 2024",
            "reviews_2023.csv": "export of June 2023",
            "reviews_first.csv": "first reviews alone, for the training of reviewers",
        },
    )


DATASETS = (
    Dataset("lab_glucose", _labs),
    Dataset("antibiotic_issues", _pharmacy),
    Dataset("defined_daily_doses", _doses),
    Dataset("infection_surveillance", _infections),
    Dataset("incident_reports", _incidents),
    Dataset("incident_reviews", _reviews),
)
