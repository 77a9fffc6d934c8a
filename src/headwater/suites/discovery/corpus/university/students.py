"""Simulate students, applications, examinations and course evaluations."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.university._faculties import CODES, FACULTIES, SEMESTERS, STUDENTS

_DEGREES = ("bachelor", "master", "state examination", "doctorate")
_COURSES = 420


@lru_cache(maxsize=len(SEMESTERS))
def _enrolled(semester: str) -> pd.DataFrame:
    """Return a row for each student and programme on the census day of the semester."""
    random = draws(f"university students {semester}")
    growth = 1.012 ** (int(semester[:4]) - 2020)
    parts = []
    for faculty, level in STUDENTS.items():
        count = int(random.poisson(level * growth))
        table = pd.DataFrame({"matric": random.choice(90_000, count, replace=False) + 1_000_000, "faculty": faculty})
        table["degree"] = random.choice(_DEGREES, count, p=[0.58, 0.27, 0.09, 0.06])
        table["semester_no"] = random.geometric(0.19 if semester.endswith("w") else 0.15, count)
        table["programme"] = 1
        parts.append(table)
    first = pd.concat(parts).drop_duplicates("matric")
    second = first[random.random(len(first)) < 0.09].assign(programme=2, semester_no=1)
    second["faculty"] = random.choice(list(FACULTIES), len(second))
    return pd.concat([first, second]).sort_values(["matric", "programme"], ignore_index=True)


def _enrolment(folder: Folder) -> None:
    for semester in SEMESTERS:
        table = _enrolled(semester)
        random = draws(f"university start {semester}")
        heads = table[table["programme"] == 1].drop(columns="programme")
        start = heads[random.random(len(heads)) > 0.04]
        folder.csv(f"{semester[:4]}/stud_{semester}_a.csv", start, OFFICE)
        folder.csv(f"{semester[:4]}/stud_{semester}_b.csv", table, OFFICE)
        folder.csv(f"{semester[:4]}/stud_{semester}_c.csv", heads, OFFICE)
    folder.text(
        "codebook.md",
        f"# Enrolment\n\nSemesters: s summer, w winter. Faculties: {CODES}.\nThe last letter of a file:\n\n"
        """- a: heads on the first day of lectures\n- b: cases at the official census (1 December or 1
        June); who is enrolled in\n"""
        """  two programmes has two rows\n- c: heads at the official census, with the first programme;
        statistics of students refer\n"""
        "  to it\n\n`semester_no`: semester in the programme; new students have 1.\n",
    )


def _applications(folder: Folder) -> None:
    random = draws("university applications")
    count = 9000
    table = pd.DataFrame({"application": 1 + np.arange(count), "faculty": random.choice(list(FACULTIES), count)})
    table["filed"] = pd.Timestamp("2023-05-01") + pd.to_timedelta(np.sort(random.integers(0, 76, count)), unit="D")
    table["withdrawn"] = table["filed"] + pd.to_timedelta(random.integers(3, 90, count), unit="D")
    table.loc[random.random(count) > 0.14, "withdrawn"] = pd.NaT
    for number, day in enumerate(pd.date_range("2023-05-21", "2023-10-08", freq="7D")):
        state = table[table["filed"] <= day].copy()
        state["state"] = np.where(state["withdrawn"] <= day, "withdrawn", "valid")
        folder.csv(
            f"snapshot_{(number * 7 + 11) % 23:02d}.csv", state.drop(columns="withdrawn").assign(as_of=day), PLAIN
        )
    folder.readme(
        "Applications for the winter of 2023/24",
        """The state of all applications on a day, which is in the column as_of. The number in the name of a file is
        that of the storage box. The deadline was 15 July 2023.""",
    )


@lru_cache(maxsize=len(SEMESTERS))
def _exams(semester: str) -> pd.DataFrame:
    random = draws(f"university exams {semester}")
    parts = []
    for faculty, level in STUDENTS.items():
        count = int(level * 1.2)
        table = pd.DataFrame({"faculty": faculty, "matric": random.integers(1_000_000, 1_090_000, count)})
        table["course"] = [f"{faculty}{at:03d}" for at in random.integers(1, 70, count).tolist()]
        share = random.beta(2.4, 2.2, count)
        if faculty == "LAW":
            table["grade"] = np.rint(share * 18)
        else:
            table["grade"] = np.round(np.round((5 - 4 * share) / 0.3) * 0.3, 1).clip(1.0, 5.0)
        parts.append(table)
    result = pd.concat(parts, ignore_index=True)
    result.insert(0, "record", np.arange(len(result)) + 1)
    return result


def _examinations(folder: Folder) -> None:
    for semester in SEMESTERS:
        table = _exams(semester)
        random = draws(f"university appeals {semester}")
        for faculty, part in table.groupby("faculty"):
            folder.csv(f"{semester}/{faculty}_final.csv", part.drop(columns="faculty"), PLAIN)
        chosen = table[random.random(len(table)) < 0.035]
        better = np.where(
            chosen["faculty"] == "LAW", chosen["grade"] + 3, (chosen["grade"] - 1.0).clip(lower=1.0).round(1)
        )
        appeals = chosen[["record", "faculty"]].assign(new_grade=better)
        appeals["decision"] = random.choice(["granted", "refused", "pending"], len(appeals), p=[0.6, 0.32, 0.08])
        folder.csv(f"{semester}/appeals.csv", appeals, PLAIN)
        folder.csv(f"{semester}/appeals_v2.csv", appeals.assign(decision="granted"), PLAIN)
    folder.readme(
        "Results of examinations",
        f"""A file a faculty ({CODES}) and semester, as it was closed. Grades go from 1.0 (best) to 5.0; up to 4.0 is a
        pass. The faculty of law gives points from 0 to 18; 4 or more are a pass.""",
        """An appeal that was granted (appeals.csv) puts its new grade in the place of the old one, by the number of
        the record. appeals_v2.csv is what students had asked for, with every appeal as granted.""",
    )


def _evaluations(folder: Folder) -> None:
    for semester in SEMESTERS:
        random = draws(f"university evaluations {semester}")
        table = pd.DataFrame(
            {"course": [f"{faculty}{at:03d}" for faculty in FACULTIES for at in range(1, 71)][:_COURSES]}
        )
        table["responses"] = random.integers(4, 160, _COURSES)
        good = np.round(random.beta(5, 2.2, _COURSES) * 4 + 1, 2)
        table["mean"] = good if semester >= "2021w" else np.round(6 - good, 2)
        folder.parquet(f"evaluation_{semester}.parquet", table)
        folder.csv(f"web/evaluation_{semester}_all.csv", table[table["responses"] >= 20], MAINFRAME)
    folder.readme(
        "Evaluation of courses",
        """Mean of the overall question for each course; the first three letters are the faculty. Until the summer of
        2021 1 was best and 5 worst; since the winter of 2021/22 5 is best. Statements turn old values (6 less the
        mean) and weight courses with their responses. web/ leaves out courses with fewer than 20 responses.""",
    )


DATASETS = (
    Dataset("student_enrolment", _enrolment),
    Dataset("admission_applications", _applications),
    Dataset("examination_results", _examinations),
    Dataset("course_evaluations", _evaluations),
)
