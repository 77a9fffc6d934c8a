import pandas as pd

AREAS = ("Approach", "River")


def read_survey():
    """Return the surveyed volumes, which start below a title row in the sheet."""
    path = "/data/dredging_volumes/dredging_2021_s.xlsx"
    sheet = pd.read_excel(path, header=None)
    first = sheet.index[sheet[0] == "month"][0]
    table = sheet.iloc[first + 1 :].set_axis(sheet.iloc[first], axis=1)
    return table.astype({"m3": float})


survey = read_survey()
invoices = pd.read_csv("/data/dredging_volumes/invoices/dredging_2021.csv")
if len(survey) != len(invoices):
    raise ValueError("a month and area has a survey or an invoice alone")
gone = survey.loc[survey["area"].isin(AREAS), "m3"].sum()
invoiced = invoices.loc[invoices["area"].isin(AREAS), "hopper"].sum()
more = invoiced - gone
print(f"{more:.0f} m3; {more / gone * 100:.2f}%")
