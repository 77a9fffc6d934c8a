"""The senate's rules, of which a later version can change what an earlier one says, and names in use."""

from __future__ import annotations

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._folder import Folder

_RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "SR_04_2018": (
        "SR 4 Ratio of students and staff",
        (
            "In force since the winter of 2018/19.",
            "The ratio of a faculty is its cases at the official census for each academic employee, by heads.",
        ),
    ),
    "SR_04_2022": (
        "SR 4 Ratio of students and staff, second version",
        (
            "In force since the winter of 2022/23; it takes the place of the version of 2018.",
            "The ratio of a faculty is its heads at the official census, by the first programme, for each full-time "
            "equivalent of academic staff that is paid from our own money. Third-party posts are left out.",
            "Academic staff are professors and researchers, as paid on the last day of the month before the census.",
        ),
    ),
    "SR_09_2017": (
        "SR 9 Overhead",
        (
            "In force since 1 January 2017.",
            "The chancellor takes 20 % of the third-party expenditure of projects of the European Union, of ministries "
            "and of industry as overhead.",
            "Overhead is stated for the faculty that has the project at the end of the year.",
        ),
    ),
    "SR_09_2023": (
        "SR 9 Overhead, second version",
        (
            "In force for what is booked since 1 July 2023; the version of 2017 holds for what was booked before.",
            "The rate is 22 % for the European Union and ministries, and 30 % for industry. Nothing is taken from "
            "others. The faculty is found as before.",
        ),
    ),
    "SR_15_2019": (
        "SR 15 Courses in statements on examinations",
        ("In force since the winter of 2019/20.", "A course is stated if it has at least 30 results in a year."),
    ),
    "SR_15_2022": (
        "SR 15 Courses in statements on examinations, second version",
        (
            "In force since the winter of 2022/23; it takes the place of the version of 2019.",
            "A course is stated if it has at least 75 results in an academic year, which is a winter and the summer "
            "that follows it. A result counts with the grade that it has after appeals.",
        ),
    ),
    "SR_21_2022": (
        "SR 21 Lecture periods and great halls",
        (
            "Decided on 10 May 2022.",
            "Summer of 2023: 10 April to 14 July. Winter of 2023/24: 9 October to 2 February.",
            "A great hall is a lecture room with 200 seats or more.",
        ),
    ),
    "SR_21_2023": (
        "SR 21 Lecture periods and great halls, second version",
        (
            "Decided on 17 January 2023; it takes the place of the version of 2022.",
            "Summer of 2023: 17 April to 21 July. Winter of 2023/24: 16 October to 9 February.",
            "A great hall is a lecture room with 300 seats or more, by the register of rooms without distances.",
        ),
    ),
    "SR_28_2021": (
        "SR 28 What a part of the campus uses",
        (
            "In force since 1 January 2021.",
            "The electricity that a part of the campus uses is what came through its transformers and what its roofs "
            "made; nothing is fed back. The roof Hill is on Science Hill; the roofs Main and Depot are on the main "
            "campus.",
        ),
    ),
    "SR_40_2021": (
        "SR 40 What we pay for journals",
        (
            "In force since 1 January 2021.",
            "EUR a month: Alpha 14,200, Beta 9,400, Gamma 5,100, Delta 3,300.",
        ),
    ),
    "SR_40_2023": (
        "SR 40 What we pay for journals, second version",
        (
            "In force since 1 May 2023; the version of 2021 holds for earlier months.",
            "EUR a month: Alpha 14,200, Beta 11,900, Gamma 4,800, Delta 3,300.",
        ),
    ),
}
_NAMES = (
    "the Kiln: until August 2022 the canteen Garden, which is called the Orchard now; since then the canteen Hill",
    "the Plaster Hall: the collection Antiquities of the museum",
    "the Old Mint: the building of the law faculty, with its library and printers",
    "the Bench: until 2020 the institute of physics; since it moved there in 2021, the institute of chemistry",
)


def _rules(folder: Folder) -> None:
    for name, (title, paragraphs) in _RULES.items():
        folder.text(f"{name}.md", "\n\n".join((f"# {title}", *paragraphs, "")))
    folder.text("names.md", "\n".join(("# Names in use", "", *(f"- {name}" for name in _NAMES), "")))
    folder.readme(
        "Rules of the senate",
        "The number stays when a rule gets a new version. names.md has what people call places.",
    )


DATASETS = (Dataset("senate_rules", _rules),)
