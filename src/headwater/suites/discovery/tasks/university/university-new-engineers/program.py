import pandas as pd

students = pd.read_csv("/data/student_enrolment/2022/stud_2022w_c.csv", sep=";", encoding="cp1252")
new = students[(students["faculty"] == "ENG") & (students["degree"] == "bachelor") & (students["semester_no"] == 1)]
print(f"{len(new)} students")
