import pandas as pd

exams = pd.read_parquet("/data/imaging_examinations/backup/imaging.parquet")
mri = exams[(exams["code"] == "M019") & (exams["ts"] >= "2023-03-01") & (exams["ts"] < "2023-09-01")]
print(f"{mri['exams'].sum()} examinations")
