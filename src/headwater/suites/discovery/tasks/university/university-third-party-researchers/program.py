import pandas as pd

staff = pd.read_csv("/data/staff_payroll/payroll_2023-10.csv", sep="\t", encoding="utf-16")
own = staff[(staff["faculty"] == "SCI") & (staff["group"] == "researchers")]
share = own["of_which_third_party_fte"].sum() / own["fte"].sum() * 100
print(f"{share:.2f}%")
