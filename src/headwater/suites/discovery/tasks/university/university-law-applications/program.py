import pandas as pd

state = pd.read_csv("/data/admission_applications/snapshot_21.csv")
law = state[(state["faculty"] == "LAW") & (state["state"] == "valid")]
print(f"{len(law)} applications")
