import pandas as pd

cases = pd.read_csv("/data/student_enrolment/2023/stud_2023w_b.csv", sep=";", encoding="cp1252")
faculties = cases.groupby("matric")["faculty"].nunique()
print(f"{(faculties == 2).sum()} students")
