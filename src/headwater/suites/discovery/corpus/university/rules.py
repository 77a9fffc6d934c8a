"""Write the senate's rules, including amended versions, and the names in use."""

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
    "SR_33_2020": (
        "SR 33 Printing of students",
        (
            "In force since 1 October 2020.",
            "Printing of students is stated in pages. A sheet is a page, whether it is printed on one side or on two.",
            "Doctoral students are students. What staff and the exam office print is none of theirs, whatever the "
            "printer.",
        ),
    ),
    "SR_40_2021": (
        "SR 40 Contracts on journals",
        (
            "In force since 1 January 2021.",
            "There are contracts with Alpha, Beta, Gamma and Delta, each on the journals of its own name.",
        ),
    ),
    "SR_40_2023": (
        "SR 40 Contracts on journals, second version",
        (
            "In force since 1 May 2023; it takes the place of the version of 2021.",
            "There are contracts with Alpha, Beta and Gamma. Delta has sold its journals to Beta: they keep their name "
            "until the end of the year, but are in the contract with Beta, for all purposes.",
        ),
    ),
    "SR_41_2021": (
        "SR 41 Price of a download",
        (
            "In force since 1 January 2021.",
            "The price of a download is what was paid for some months under a contract, with tax, for each article "
            "that members of the university downloaded in these months under this contract. Staff and students are "
            "members; guests are not.",
            "Foreign money is converted at the rate of the last day of the month for which it was paid.",
            "The tax on journals is 19 %.",
        ),
    ),
    "SR_41_2022": (
        "SR 41 Price of a download, amendment",
        ("For what is paid for months since May 2022, the tax on journals is 7 %.",),
    ),
}
_NAMES = (
    "the Kiln: until August 2022 the canteen Garden, which is called the Orchard now; since then the canteen Hill",
    "the Plaster Hall: the collection Antiquities of the museum",
    "the Old Mint: the building of the law faculty, with its library and printers",
    "Lindqvist: the agent to whom we paid what Beta got, until Beta sent its own invoices in 2023",
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
