"""Define the faculties of Lindmoor University."""

from __future__ import annotations

FACULTIES = {"ART": "Arts", "LAW": "Law", "MED": "Medicine", "SCI": "Science", "ENG": "Engineering", "ECO": "Economics"}
STUDENTS = {"ART": 1900, "LAW": 1100, "MED": 900, "SCI": 1700, "ENG": 2100, "ECO": 1300}
"""The approximate number of students by faculty."""
SEMESTERS = tuple(f"{year}{half}" for year in range(2018, 2024) for half in "sw")
"""Summer and winter semesters. 2023w is the winter semester of 2023/24."""
CODES = ", ".join(f"{code} {name}" for code, name in FACULTIES.items())
