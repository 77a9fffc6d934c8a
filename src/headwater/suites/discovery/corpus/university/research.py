"""Simulate publications, projects and their funds, payroll, and rooms."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN, UNICODE_TEXT
from headwater.suites.discovery.corpus.university._faculties import CODES, FACULTIES, STUDENTS

_FUNDERS = ("research council", "European Union", "ministry", "industry", "foundation")
_PROJECTS = 640


def _publications(folder: Folder) -> None:
    for year in range(2018, 2024):
        random = draws(f"university publications {year}")
        count = int(random.poisson(2600))
        table = pd.DataFrame({"doi": [f"10.{random.integers(1000, 9999)}/lm.{year}.{at:05d}" for at in range(count)]})
        table["faculty"] = random.choice(list(FACULTIES), count)
        table["open_access"] = (random.random(count) < 0.42 + 0.06 * (year - 2018)).astype(int)
        own = table[random.random(count) < 0.74]
        index = table[random.random(count) < 0.66].copy()
        index["doi"] = index["doi"].str.upper()
        twice = index[random.random(len(index)) < 0.05]
        folder.jsonl(f"repository_{year}.jsonl", own)
        folder.jsonl(f"index_{year}.jsonl", pd.concat([index, twice]).sort_values("doi"))
        folder.csv(f"reports/list_{year}_final.csv", own[own["faculty"] != "MED"], BRITISH)
    folder.readme(
        "Publications",
        f"""What authors entered in the repository, and what an index of journals has of us; neither is complete.
        Faculties: {CODES}. A publication counts once, whatever the case of the letters of its DOI. reports/ has the
        list for the annual report, without the faculty of medicine, which reports for itself.""",
    )


@lru_cache(maxsize=1)
def _projects() -> pd.DataFrame:
    random = draws("university projects")
    table = pd.DataFrame({"project": [f"P{7000 + at}" for at in range(_PROJECTS)]})
    table["faculty"] = random.choice(list(FACULTIES), _PROJECTS)
    table["funder"] = random.choice(_FUNDERS, _PROJECTS, p=[0.34, 0.2, 0.2, 0.16, 0.1])
    changed = random.random(_PROJECTS) < 0.1
    table["now"] = np.where(changed, random.choice(list(FACULTIES), _PROJECTS), table["faculty"])
    return table


def _register(folder: Folder) -> None:
    table = _projects()
    folder.csv("projects_x.csv", table.drop(columns="now"), OFFICE)
    folder.csv("projects_y.csv", table.drop(columns="faculty").rename(columns={"now": "faculty"}), OFFICE)
    wrong = table.drop(columns="now").assign(funder=np.roll(table["funder"].to_numpy(), 1))
    folder.csv("projects_z.csv", wrong, OFFICE)
    folder.readme(
        "Register of projects",
        f"Funder and faculty of each project. Faculties: {CODES}.",
        files={
            "projects_x.csv": "state of 31 December 2022",
            "projects_y.csv": "state of 31 December 2023, after groups had moved to other faculties",
            "projects_z.csv": "import test of May 2023; funders have slipped by one row",
        },
    )


def _funds(folder: Folder) -> None:
    random = draws("university funds")
    for period in pd.period_range("2020Q1", "2023Q4", freq="Q"):
        count = 2600
        table = pd.DataFrame({"booking": [f"{period}-{at:05d}" for at in range(count)]})
        table["day"] = period.start_time + pd.to_timedelta(np.sort(random.integers(0, 89, count)), unit="D")
        table["project"] = random.choice(_projects()["project"], count)
        table["kind"] = random.choice(["income", "expenditure", "transfer"], count, p=[0.3, 0.62, 0.08])
        table["eur"] = np.round(np.exp(random.normal(7.8, 1.1, count)), 2)
        folder.csv(f"bookings_{period}.csv", table, BRITISH)
        folder.csv(f"forecast/bookings_{period}_final.csv", table.assign(eur=(table["eur"] * 1.07).round(-2)), PLAIN)
    folder.readme(
        "Third-party funds",
        """Bookings of projects by quarter. Third-party expenditure is what projects spent; transfers go from one
        project to another and do not count. forecast/ has the figures that were planned for the quarter.""",
    )


def _payroll(folder: Folder) -> None:
    random = draws("university payroll")
    for period in pd.period_range("2021-01", "2023-12", freq="M"):
        rows = []
        for faculty, level in STUDENTS.items():
            for group in ("professors", "researchers", "technical", "administration"):
                heads = int(
                    random.poisson(
                        level
                        * {"professors": 0.03, "researchers": 0.16, "technical": 0.06, "administration": 0.04}[group]
                    )
                )
                fte = round(heads * float(random.uniform(0.7, 0.95)), 2)
                rows.append((faculty, group, heads, fte, round(fte * float(random.uniform(0.1, 0.5)), 2)))
        table = pd.DataFrame(rows, columns=["faculty", "group", "heads", "fte", "of_which_third_party_fte"])
        folder.csv(f"payroll_{period}.csv", table, UNICODE_TEXT)
        folder.csv(
            f"plan/posts_{period}_final.csv",
            table[["faculty", "group", "fte"]].assign(fte=(table["fte"] * 1.06).round(2)),
            OFFICE,
        )
    folder.readme(
        "Staff",
        """Staff on the last day of each month, by faculty and group, as paid. plan/ has the posts of the
        staff plan, filled or not.""",
    )


def _rooms(folder: Folder) -> None:
    random = draws("university rooms")
    rooms = [f"H{at:02d}" for at in range(1, 31)]
    seats = dict(zip(rooms, random.integers(30, 600, 30).tolist(), strict=True))
    folder.csv("rooms.csv", pd.DataFrame({"room": rooms, "seats": list(seats.values())}), PLAIN)
    safe = {room: int(value * 0.5) for room, value in seats.items()}
    folder.csv("rooms_2021.csv", pd.DataFrame({"room": rooms, "seats": list(safe.values())}), PLAIN)
    for monday in pd.date_range("2023-04-10", "2024-02-19", freq="W-MON"):
        year, week, _ = monday.isocalendar()
        table = pd.DataFrame({"room": np.repeat(rooms, 6), "block": np.tile(np.arange(1, 7), 30)})
        table["booked"] = random.integers(0, 6, len(table))
        table["attended"] = [
            int(seats[room] * share) for room, share in zip(table["room"], random.beta(2, 2.6, len(table)), strict=True)
        ]
        folder.csv(f"use/use_{year}w{week:02d}.csv", table, BRITISH)
        folder.csv(f"timetable/use_{year}w{week:02d}_final.csv", table.assign(attended=table["room"].map(seats)), PLAIN)
    folder.readme(
        "Lecture rooms",
        """use/: by ISO week, room and block of the day (1 to 6), the sessions that took place in the week and how many
        people attended on average. timetable/ has sessions as planned, with every seat taken. rooms.csv has the seats;
        rooms_2021.csv those that could be used at a distance.""",
    )


DATASETS = (
    Dataset("publication_lists", _publications),
    Dataset("project_register", _register),
    Dataset("third_party_funds", _funds),
    Dataset("staff_payroll", _payroll),
    Dataset("lecture_rooms", _rooms),
)
