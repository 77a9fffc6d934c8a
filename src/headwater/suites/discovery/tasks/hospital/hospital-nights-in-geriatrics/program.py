import pandas as pd

spells = pd.read_parquet("/data/inpatient_activity/spells_2022.parquet")
chosen = spells[(spells["site"] == "HAR") & (spells["specialty"] == "Geriatrics") & (spells["method"] == "emergency")]
nights = (chosen["discharged"] - chosen["admitted"]).dt.days
print(f"{nights.mean():.2f} nights")
