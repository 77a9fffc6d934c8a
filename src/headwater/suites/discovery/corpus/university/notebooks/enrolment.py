# %% [markdown]
# # Enrolment: heads and cases
# %%
import pandas as pd

kw = dict(sep=";", encoding="cp1252")
w = {x: pd.read_csv(f"/data/student_enrolment/2022/stud_2022w_{x}.csv", **kw) for x in "abc"}
{x: (len(t), t.matric.nunique()) for x, t in w.items()}
# %% [markdown]
# b has cases (two programmes, two rows), a the first day of lectures. Statistics refer to c.
# %%
c = w["c"]
new = c[(c.faculty == "ENG") & (c.degree == "bachelor") & (c.semester_no == 1)]
print(len(new), "new in engineering;", (c.semester_no == 1).sum(), "new in all")
# %%
b = pd.read_csv("/data/student_enrolment/2023/stud_2023w_b.csv", **kw)
n = b.groupby("matric").faculty.nunique()
print((n == 2).sum(), "in two faculties;", (b.groupby("matric").size() == 2).sum(), "in two programmes")
# %%
c.groupby(["faculty", "degree"]).size().unstack()
# %%
print("median semester of bachelors:", c[c.degree == "bachelor"].semester_no.median(), "share above 8:", round((c[c.degree == "bachelor"].semester_no > 8).mean() * 100, 2))
