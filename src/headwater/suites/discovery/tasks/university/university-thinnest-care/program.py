"""Find the faculties with the highest and the lowest ratio of students to academic staff."""
import pandas as pd

STUDENTS = "/data/student_enrolment/2023/stud_2023w_c.csv"
STAFF = "/data/staff_payroll/payroll_2023-11.csv"
ACADEMIC = ("professors", "researchers")


def read_heads():
    """Return the number of students by faculty at the census."""
    table = pd.read_csv(
        STUDENTS,
        sep=";",
        encoding="cp1252",
    )
    return table.groupby("faculty").size()


def read_posts():
    """Return academic full-time equivalents by faculty, excluding third-party funding."""
    staff = pd.read_csv(
        STAFF,
        sep="\t",
        encoding="utf-16",
    )
    staff["own"] = staff["fte"] - staff["of_which_third_party_fte"]
    is_academic = staff["group"].isin(ACADEMIC)
    return staff[is_academic].groupby("faculty")["own"].sum()


heads = read_heads()
posts = read_posts()
ratio = heads / posts
ranked = ratio.sort_values()
parts = []
for faculty in (ranked.index[-1], ranked.index[0]):
    parts.append(faculty)
    parts.append(f"{ranked[faculty]:.2f}")
print("; ".join(parts))
