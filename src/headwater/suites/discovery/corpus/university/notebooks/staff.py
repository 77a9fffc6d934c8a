# %% [markdown]
# # Staff
# %%
import pandas as pd

p = pd.read_csv("/data/staff_payroll/payroll_2023-10.csv", sep="\t", encoding="utf-16")
p.groupby("group")[["heads", "fte"]].sum()
# %%
sci = p[(p.faculty == "SCI") & (p.group == "researchers")]
print(round((sci.of_which_third_party_fte / sci.fte * 100).iloc[0], 2), "% of", sci.fte.iloc[0])
# %% [markdown]
# Professors of law at the end of the years (heads):
# %%
for y in (2021, 2022, 2023):
    t = pd.read_csv(f"/data/staff_payroll/payroll_{y}-12.csv", sep="\t", encoding="utf-16")
    print(y, t[(t.faculty == "LAW") & (t.group == "professors")].heads.sum())
# %%
share = p.groupby("faculty")[["of_which_third_party_fte", "fte"]].sum()
(share.of_which_third_party_fte / share.fte * 100).round(2)
# %%
posts = pd.read_csv("/data/staff_payroll/plan/posts_2023-10_final.csv", sep=";", decimal=",")
print("posts", round(posts.fte.sum(), 2), "paid", round(p.fte.sum(), 2))
# %%
enr = pd.read_csv("/data/student_enrolment/2023/stud_2023s_c.csv", sep=";")
print("students for each professor:", round(len(enr) / p[p.group == "professors"].heads.sum(), 2))
