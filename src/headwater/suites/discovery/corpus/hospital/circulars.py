"""Write the regulator's circulars, some of which amend earlier ones, and declarations of major incidents."""

from __future__ import annotations

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._folder import Folder

_CIRCULARS: dict[str, tuple[str, tuple[str, ...]]] = {
    "2022_03": (
        "Days of delivery",
        ("Monthly files are due on the fifth working day. Second files are due six weeks later.",),
    ),
    "2022_08": (
        "Contacts",
        ("Every hospital names a person who answers questions on its returns, and a deputy.",),
    ),
    "2023_02": (
        "Formats",
        ("Files may have any encoding, if the hospital says which. Compressed files are no longer taken.",),
    ),
    "2023_05": (
        "Specialties and their codes",
        (
            "100 General surgery, 101 Urology, 110 Orthopaedics, 171 Surgery of children, 300 General medicine, 320 "
            "Cardiology, 430 Geriatrics.",
            "In figures by specialty, 171 is a part of General surgery.",
        ),
    ),
    "2023_06": (
        "Waits less pauses",
        (
            "Returns since 31 October 2023 state waits less the pauses that patients asked for. A pause that a "
            "hospital asked for takes off nothing.",
            "A wait of n days has the n days that follow the start of its clock, of which the day of the census is the "
            "last. A pause takes off those of its days, the first and the last included, that are days of the wait. "
            "But it takes off nothing until 14 of its days have passed, its first day and the day of the census "
            "included.",
        ),
    ),
    "2023_07": (
        "Comparisons of returns",
        ("An earlier return that is compared with one since 31 October 2023 is stated by circular 2023/06 as well.",),
    ),
    "2023_09": (
        "Minor injuries units",
        (
            "For arrivals since 1 October 2023, a minor injuries unit on the grounds of a hospital belongs to the "
            "emergency department of that hospital, in all figures.",
            "Who is passed on from the unit to the department has one attendance: it arrives when the patient came to "
            "the unit, and all else is as the department has it. Without the department's record it is no attendance.",
        ),
    ),
    "2023_10": (
        "Questionnaires",
        ("Hospitals keep the questionnaires of the survey for two years.",),
    ),
    "2023_11": (
        "Patients who do not wait",
        (
            "For arrivals since 1 October 2023, an attendance that ends before the patient was seen has missed the "
            "four-hour standard, however short it was.",
        ),
    ),
    "2023_12": (
        "Primary care at the front door",
        (
            "For arrivals since 1 November 2023, triage 5 is primary care. It is no emergency attendance, wherever on "
            "the grounds the patient was seen.",
            "Figures for October 2023 are stated by the same rule, so that the quarter is of one piece.",
        ),
    ),
    "2023_13": (
        "Major incidents",
        (
            "While a major incident is declared at a hospital, the four-hour standard is suspended there: attendances "
            "that arrive from the minute of the declaration until the minute before the incident is stood down are "
            "left out of its figures. Exercises suspend nothing.",
            "In force since 1 October 2023. We keep the list of declarations.",
        ),
    ),
    "2023_15": (
        "Corrections to circulars of this autumn",
        (
            "Circular 2023/10: the questionnaires are kept for three years.",
            "Circular 2023/12: its second paragraph is withdrawn. October 2023 is stated as it was.",
            "Circular 2023/13: holds for minor injuries units as well, which was in doubt.",
        ),
    ),
    "2023_16": (
        "Holidays",
        ("Our office is closed from 23 December to 1 January. Files can be sent all the same.",),
    ),
}
_DECLARATIONS = (
    ("Castle Row", "2023-10-12 07:00", "2023-10-12 15:00", "declared: burst main"),
    ("Harbour General", "2023-11-15 09:00", "2023-11-15 17:00", "exercise"),
    ("Harbour General", "2023-12-06 16:00", "2023-12-09 08:00", "declared: fire on the ferry Frederik"),
    ("St Brennan", "2023-12-18 22:00", "2023-12-19 10:00", "declared: failure of the network"),
)


def _circulars(folder: Folder) -> None:
    for name, (title, paragraphs) in _CIRCULARS.items():
        number = name.replace("_", "/")
        folder.text(f"circular_{name}.md", "\n\n".join((f"# Circular {number}: {title}", *paragraphs, "")))
    rows = [f"- {site}, {first} to {last}: {what}" for site, first, last, what in _DECLARATIONS]
    folder.text("declarations.md", "\n".join(("# Declarations, by the wall clock", "", *rows, "")))
    folder.readme(
        "Circulars of the regulator",
        """What hospitals have to send, and what counts in published figures. A circular holds for all hospitals from
        the day that it names, and where a later one does not change it. declarations.md has major incidents: when
        they were declared and when they were stood down.""",
    )


DATASETS = (Dataset("regulator_circulars", _circulars),)
