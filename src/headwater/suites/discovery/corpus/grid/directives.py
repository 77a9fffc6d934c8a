"""Write the office's directives. A later directive can amend an earlier one with effect from a given day."""

from __future__ import annotations

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._folder import Folder

_DIRECTIVES: dict[str, tuple[str, tuple[str, ...]]] = {
    "RL_3-02_2021": (
        "RL 3-02 Settlement of balancing groups",
        (
            "In force since 1 January 2021.",
            "1. A month is the month of the calendar by German time.",
            "2. First clearing (EC) is made on the tenth working day after the month. Second clearing (ZC) is made on "
            "the 42nd working day and takes its place in every respect.",
            "3. The balance of a quarter-hour is what the group fed in or bought, less what it withdrew or sold. A "
            "group is short in a quarter-hour if its balance is below zero.",
            "4. The schedule (FP) has net deliveries into the group in MW; the energy of a quarter-hour is a quarter "
            "of it.",
        ),
    ),
    "RL_3-05_2022": (
        "RL 3-05 Signs of metered series",
        (
            "In force for deliveries since 1 October 2022; the old rule holds for deliveries before.",
            "Old rule: metered series of balancing groups (IST) are positive where the group feeds in.",
            "New rule: metered series of balancing groups (IST) are positive where the group withdraws. Schedules are "
            "not concerned.",
        ),
    ),
    "RL_7-04_2019": (
        "RL 7-04 Classes of lines",
        (
            "In force since 1 July 2019.",
            "A medium-voltage line (Abgang) is a town line if it serves at least 60 customers for each kilometer of "
            "its length, and a country line otherwise.",
            "The class is determined for a calendar year from the state on 31 December of the year before.",
        ),
    ),
    "RL_7-04_2023": (
        "RL 7-04 Classes of lines, second version",
        (
            "In force since 1 January 2023; it takes the place of the version of 2019.",
            "A medium-voltage line (Abgang) is a town line if it serves at least 40 customers for each kilometer of "
            "its length and at least 70 % of its length is cable. All others are country lines.",
            "The class is determined for a calendar year from the state on 30 June of that year, and so is the number "
            "of customers to whom indices refer.",
        ),
    ),
    "RL_7-11_2020": (
        "RL 7-11 What counts as an interruption",
        (
            "In force since 1 January 2020.",
            "An interruption counts if it took more than three minutes. It belongs to the day on which it began.",
            "It is unplanned unless its occasion (Anlass) has the group P. Those of the group H (force majeure) are "
            "neither counted as planned nor as unplanned.",
        ),
    ),
    "RL_7-11_2022": (
        "RL 7-11 What counts as an interruption, second version",
        (
            "In force for interruptions that begin on 1 April 2022 or later; the version of 2020 holds for all before.",
            "A planned interruption counts if it took more than ten minutes, and any other if it took more than three "
            "minutes. It belongs to the day on which it began.",
            "It is planned if its occasion (Anlass) has the group P. Those of the group H (force majeure) are neither "
            "counted as planned nor as unplanned.",
        ),
    ),
    "RL_8-03_2019": (
        "RL 8-03 Full-load hours",
        (
            "In force since 1 January 2019.",
            "Full-load hours of a technology in a year are the energy that was fed in, divided by the net power at "
            "the connection, for all its plants together that ran on every day of the year.",
            "The net power is that of 31 December. What was curtailed is not fed in.",
        ),
    ),
    "RL_8-03_2023": (
        "RL 8-03 Full-load hours, second version",
        (
            "In force for the years since 2023; it takes the place of the version of 2019.",
            "Full-load hours of a technology in a year are its energy, divided by the net power at the connection, for "
            "all its plants together that ran on every day of the year.",
            "The energy is what was fed in, and what was lost because of orders to feed in less that began in the "
            "year, as both sides agreed.",
            "Where the net power changed within the year, its mean over the days of the year counts. A new power "
            "counts from its first day.",
            "A plant that was out of operation as a whole on a day did not run on it. An order to feed in less is no "
            "such day.",
        ),
    ),
    "RL_9-01_2018": (
        "RL 9-01 Branches of customers",
        (
            "In force since 1 January 2018.",
            "Customers are grouped by the classification of branches of 2008 (WZ 2008). What was entered by the "
            "classification of 2003 stays in old files, and is not used for statements.",
        ),
    ),
    "RL_9-06_2021": (
        "RL 9-06 Corrections of metered energy",
        (
            "In force since 1 January 2021.",
            "A correction takes effect when it is entered in the register. Kind E puts a value in the place of what "
            "was metered for the point and month. Kind S cancels an earlier correction, which it names: what counted "
            "before that one counts again. Of two corrections of the same month that both stand, the later one counts.",
            "The files of metered values are not delivered again.",
        ),
    ),
}


def _directives(folder: Folder) -> None:
    for name, (title, paragraphs) in _DIRECTIVES.items():
        folder.pdf(f"{name}.pdf", title, paragraphs)
    folder.readme(
        "Directives (Regelwerk)",
        "Directives of the company. The number stays when a directive gets a new version; each says since when it is "
        "in force.",
    )


DATASETS = (Dataset("regelwerk", _directives),)
