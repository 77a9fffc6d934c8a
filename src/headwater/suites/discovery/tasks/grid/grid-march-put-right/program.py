"""Count the points whose energy in a month was corrected, and sum the changes."""
import pandas as pd

MONTH = "2023-03"

metered = pd.read_csv("/data/zaehlwerte_rlm/RLM_202303.csv", sep="|").set_index("zp")["kwh"]
log = pd.read_csv("/data/berichtigungen_rlm/register_k1.csv")
cancelled = log.loc[log["art"] == "S", "bezug"]
standing = log[(log["art"] == "E") & ~log["lfd"].isin(cancelled)]
standing = standing[standing["monat"] == MONTH].sort_values("lfd")
new = standing.drop_duplicates("zp", keep="last").set_index("zp")["kwh"]
change = (new - metered.reindex(new.index)).sum()
print(f"{len(new)}; {change:.0f} kWh")
