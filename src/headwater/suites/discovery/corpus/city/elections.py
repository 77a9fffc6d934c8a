"""Simulate elections: results on election night, results before and after a recount, and the register of voters."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE
from headwater.suites.discovery.corpus.city._places import POPULATION

_PARTIES = {
    "Bürgerliste": 0.24,
    "Grünes Forum": 0.22,
    "Soziale Mitte": 0.2,
    "Freie Wähler": 0.13,
    "Stadt Neu": 0.11,
    "Linkes Bündnis": 0.1,
}


@lru_cache(maxsize=1)
def _polls() -> pd.DataFrame:
    """Return the polling districts.

    Some have ballot boxes. The others count postal votes, each for several districts with ballot boxes.
    """
    random = draws("city polls")
    rows = []
    for number, (district, residents) in enumerate(POPULATION.items(), start=1):
        boxes, posts = max(3, residents // 3000), max(1, residents // 11_000)
        adults = residents * 0.77
        shares = random.dirichlet(np.full(boxes, 30.0))
        rows += [
            (f"{number:02d}{at:03d}", district, "box", round(adults * share)) for at, share in enumerate(shares, 1)
        ]
        rows += [(f"{number:02d}9{at:02d}", district, "postal", 0) for at in range(1, posts + 1)]
    return pd.DataFrame(rows, columns=["poll", "district", "kind", "eligible"])


def _votes(topic: str, turnout: float) -> pd.DataFrame:
    """Return the valid votes per party and the invalid votes in each polling district."""
    random = draws(topic)
    polls = _polls()
    lean = {district: random.dirichlet(np.array(list(_PARTIES.values())) * 45) for district in POPULATION}
    adults = polls.groupby("district")["eligible"].sum()
    posts = polls[polls["kind"] == "postal"].groupby("district").size()
    rows = []
    for poll in polls.itertuples():
        if poll.kind == "box":
            voters = round(poll.eligible * turnout * float(random.normal(0.62, 0.03)))
        else:
            voters = round(
                adults[poll.district] * turnout * 0.38 / posts[poll.district] * float(random.normal(1, 0.02))
            )
        invalid = int(random.binomial(voters, 0.012))
        tilt = lean[poll.district] * (np.array([0.95, 1.15, 1, 0.9, 0.85, 1.05]) if poll.kind == "postal" else 1)
        counts = random.multinomial(voters - invalid, tilt / tilt.sum())
        rows.append((poll.poll, poll.kind, voters, invalid, *counts.tolist()))
    return pd.DataFrame(rows, columns=["poll", "kind", "voters", "invalid", *_PARTIES])


def _move_votes(votes: pd.DataFrame, moves: list[tuple[str, str, str, int]]) -> pd.DataFrame:
    """Return the votes after some votes in a polling district were moved from one list to another."""
    result = votes.copy()
    for poll, giver, taker, count in moves:
        row = result["poll"] == poll
        result.loc[row, giver] -= count
        result.loc[row, taker] += count
    return result


_RECOUNT = [("03902", "Bürgerliste", "Grünes Forum", 138), ("04014", "Grünes Forum", "invalid", 61),
            ("06901", "Soziale Mitte", "Grünes Forum", 77), ("09003", "Freie Wähler", "Stadt Neu", 44)]  # fmt: skip
_CHECK = [("03902", "Bürgerliste", "Grünes Forum", 100), ("01002", "Stadt Neu", "invalid", 18),
          ("10901", "Grünes Forum", "Linkes Bündnis", 35)]  # fmt: skip
_FOUND = {"Bergheim": 64, "Rosengarten": 47}
"""The uncounted ballots for the Freie Wähler in the first polling district of each city district."""


def _with_found(votes: pd.DataFrame) -> pd.DataFrame:
    """Return the votes, including ballots that were found in the recount. These ballots change the turnout."""
    result = votes.copy()
    first = _polls().drop_duplicates("district").set_index("district")["poll"]
    for district, count in _FOUND.items():
        row = result["poll"] == first[district]
        result.loc[row, ["voters", "Freie Wähler"]] += count
    return result


def _council(folder: Folder) -> None:
    certain = _votes("city council 2022", 0.584)
    checked = _move_votes(certain, _CHECK)
    recounted = _with_found(_move_votes(checked, _RECOUNT))
    night = certain[certain["kind"] == "box"]
    folder.csv("2022/results_night_2347.csv", night.drop(columns="kind"), OFFICE)
    folder.csv("2022/results_final.csv", certain.drop(columns="kind"), OFFICE)
    folder.csv("2022/results_final_2.csv", checked.drop(columns="kind"), OFFICE)
    long = recounted.drop(columns=["kind", "voters"]).melt("poll", var_name="list", value_name="votes")
    folder.csv("2022/wahlausschuss_2022-10-19.csv", long, OFFICE)
    for district, polls in _polls().groupby("district", sort=False):
        part = certain[certain["poll"].isin(polls["poll"])]
        folder.json(
            f"2022/feed/{polls['poll'].iloc[0][:2]}.json", {"district": district, "rows": part.to_dict("records")}
        )
    old = _votes("city council 2017", 0.541)
    folder.csv("2017/results_final.csv", old.drop(columns="kind"), OFFICE)
    folder.csv("2017/results.csv", _move_votes(old, _CHECK[:1]).drop(columns="kind"), OFFICE)
    folder.text(
        "2022/README.txt",
        "Council election of 18 September 2022\n\n"
        "results_night_2347.csv: ballot boxes alone, as counted in the night.\n"
        "results_final.csv: all polling districts, final result of the night, preliminary.\n"
        "results_final_2.csv: after the office had compared the records (26 September), preliminary.\n"
        "wahlausschuss_2022-10-19.csv: the result that the election committee certified, after the recount of four\n"
        "polling districts, and with ballots that had been left in two boxes. `invalid` is a list of its own there.\n"
        "feed/: what the web page showed in the night.\n"
        "Polling districts whose third digit is 9 count postal votes. The first two digits are the city district.\n",
    )
    folder.text(
        "2017/README.txt", "Council election of 2017. results.csv is certified; results_final.csv is of the night.\n"
    )


def _mayor(folder: Folder) -> None:
    for name, topic, turnout in (("round_1", "city mayor 1", 0.571), ("round_2", "city mayor 2", 0.462)):
        votes = _votes(topic, turnout).drop(columns=["kind", *list(_PARTIES)[4:]])
        folder.csv(f"{name}/results.csv", votes)
        folder.csv(f"{name}/results_corrected.csv", _move_votes(votes, [("03902", "Bürgerliste", "Grünes Forum", 12)]))
    folder.readme(
        "Election of the mayor 2022",
        "Candidates have the names of the lists that put them up. Round 1: 18 September, round 2: 2 October 2022.",
        "`results_corrected.csv` is certified.",
    )


def _voters(folder: Folder) -> None:
    polls = _polls().drop(columns="kind")
    folder.csv("voters_2022.csv", polls[["poll", "district", "eligible"]])
    late = polls.assign(eligible=polls["eligible"] + (polls["eligible"] * 0.004).round().astype(int))
    folder.csv("voters_2022_closing.csv", late[["poll", "district", "eligible"]])
    early = polls.assign(eligible=(polls["eligible"] * 0.983).round().astype(int))
    folder.csv("voters_2017_closing.csv", early[["poll", "district", "eligible"]])
    folder.readme(
        "Registers of voters",
        """Eligible voters by polling district. Postal votes are counted in polling districts of their own, which have
        no voters; those who vote by post are eligible in the district of their ballot box.""",
        files={
            "voters_2022.csv": "five weeks before the council election of 2022, when the letters were sent",
            "voters_2022_closing.csv": "at the closing of the register the day before; turnout refers to it",
            "voters_2017_closing.csv": "the same for the election of 2017",
        },
    )


DATASETS = (
    Dataset("council_elections", _council),
    Dataset("mayor_election_2022", _mayor),
    Dataset("voter_registers", _voters),
)
