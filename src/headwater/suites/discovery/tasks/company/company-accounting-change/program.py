"""Count the people in a department at the end of two months; department codes became numbers in between."""
import pandas as pd

CODE, NAME = "BH", "Buchhaltung"


def heads(path, last_day, codes):
    """Return the number of active people in the department on a given day."""
    table = pd.read_excel(path, dtype={"abt": str})
    gone = pd.to_datetime(table["austritt"]) < pd.Timestamp(last_day)
    is_own = table["abt"].isin(codes)
    return int((is_own & (table["status"] == "A") & ~gone).sum())


keys = pd.read_csv("/data/orga_schluessel/os_3.csv", dtype={"nr": str})
numbers = set(keys.loc[keys["bezeichnung"] == NAME, "nr"])
june = heads("/data/personal_stand/neu/eing_0715.xlsx", "2022-06-30", {CODE})
december = heads("/data/personal_stand/stand_202212.xlsx", "2022-12-31", numbers)
print(f"{december}; {december - june}")
