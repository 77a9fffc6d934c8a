import pandas as pd

staff = pd.read_csv("/data/staff_payroll/payroll_2022-12.csv", sep="\t", encoding="utf-16")
law = staff[(staff["faculty"] == "LAW") & (staff["group"] == "professors")]
print(f"{law['heads'].item()} professors")
