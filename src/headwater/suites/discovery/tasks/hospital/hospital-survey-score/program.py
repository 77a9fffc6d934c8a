import pandas as pd

responses = pd.read_parquet("/data/inpatient_survey/responses_2022.parquet")
answered = responses[(responses["site"] == "CAS") & (responses["overall"] != 99)]
score = (answered["overall"] * answered["weight"]).sum() / answered["weight"].sum()
print(f"{score:.2f} points")
