"""Count the students enrolled in two faculties, and how many of them are enrolled in law."""
import pandas as pd

cases = pd.read_csv("/data/student_enrolment/2022/stud_2022w_b.csv", sep=";", encoding="cp1252")
faculties = cases.groupby("matric")["faculty"].nunique()
both = faculties[faculties == 2].index
in_law = cases[cases["matric"].isin(both) & (cases["faculty"] == "LAW")]
print(f"{len(both)}; {in_law['matric'].nunique()}")
