"""Write the folders with papers from all parts of the company, including e-mails irrelevant to all questions."""

from __future__ import annotations

from functools import lru_cache

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus.company import (
    billing,
    buying,
    contracts,
    depots,
    fleet,
    ledger,
    people,
    sales,
    travel,
)
from headwater.suites.discovery.corpus.company._firm import DEPARTMENTS
from headwater.suites.discovery.corpus.company._papers import Paper, fixed

_MODULES = (billing, contracts, people, travel, sales, depots, buying, fleet, ledger)
_SUBJECTS = (
    ("Parkplätze", "The garage is closed on the {day}. Bicycles can stay in the yard."),
    ("Druckertausch", "The printers on floor {number} are replaced on the {day}; scans go to the new address."),
    ("Kantine", "Lyon has asked for a second vegetarian dish; from the {day} there are {number} dishes."),
    (
        "Zertifikat",
        "The certificate of the time clock expires on the {day}. Rechenzentrum renews it; {number} terminals.",
    ),
    ("Messe", "Stand {number} is confirmed. Please send the list of visitors before the {day}."),
    ("Umzug", "{number} desks move to the second building on the {day}. Boxes are in the corridor."),
    ("Lizenzserver", "The license server was restarted on the {day}; {number} sessions were lost."),
    ("Protokoll jour fixe", "Next meeting on the {day}. {number} open points, none of them urgent."),
    ("Löschfristen", "Files older than {number} years can be destroyed from the {day}, unless Recht objects."),
    ("Sicherung", "The backup of the {day} failed after {number} minutes and was repeated."),
)


def _noise() -> list[Paper]:
    random = draws("company mail")
    names = list(DEPARTMENTS.values())
    papers = []
    for at in range(130):
        subject, text = _SUBJECTS[int(random.integers(0, len(_SUBJECTS)))]
        year, month, day = (int(random.integers(*span)) for span in ((2021, 2024), (1, 13), (1, 29)))
        sender, reader = (names[int(random.integers(0, len(names)))] for _ in range(2))
        body = text.format(day=f"{day}.{month}.", number=int(random.integers(2, 60)))
        place = f"post_export/{year}/{month:02d}{day:02d}_{subject.split()[0].lower()}_{at}.md"
        papers.append(Paper(place, subject, fixed(f"Von: {sender}. An: {reader}. {day}.{month}.{year}.", body)))
    return papers


@lru_cache(maxsize=1)
def _papers() -> dict[str, list[Paper]]:
    found: dict[str, list[Paper]] = {}
    for paper in (*(paper for module in _MODULES for paper in module.PAPERS), *_noise()):
        found.setdefault(paper.path.partition("/")[0], []).append(paper)
    return found


def _write(name: str, folder: Folder) -> None:
    for paper in _papers()[name]:
        paper.write(folder)


def _dataset(name: str) -> Dataset:
    return Dataset(name, lambda folder: _write(name, folder))


DATASETS = tuple(map(_dataset, ("abschluss_akten", "gremien_prot", "handbuch_norvane", "post_export", "ticket_archiv")))
