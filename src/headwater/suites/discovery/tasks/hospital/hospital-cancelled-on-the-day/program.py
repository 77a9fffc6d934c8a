"""Count the operations in the first half of 2023 that the hospital cancelled on the day."""
import pandas as pd

MONTHS = range(1, 7)
SIDE = "hospital"


def read_log(month):
    """Return the theatre log of a month."""
    path = f"/data/operating_theatres/log/log_2023-{month:02d}.csv"
    log = pd.read_csv(path)
    columns = ["operation", "cancel_code", "notice_days"]
    return log[columns]


def read_codes():
    """Return the responsible side and the reason for each old and new code; the codes changed in April."""
    codes = pd.read_csv("/data/cancellation_codes/cancel_codes.csv")
    sides = dict(zip(codes["old_code"], codes["side"]))
    reasons = dict(zip(codes["old_code"], codes["reason"]))
    sides.update(zip(codes["code"], codes["side"]))
    reasons.update(zip(codes["code"], codes["reason"]))
    return sides, reasons


log = pd.concat([read_log(month) for month in MONTHS])
sides, reasons = read_codes()
log["side"] = log["cancel_code"].map(sides)
log["reason"] = log["cancel_code"].map(reasons)

is_ours = log["side"] == SIDE
on_the_day = log["notice_days"] == 0
cancelled = log[is_ours & on_the_day]
share = len(cancelled) / len(log) * 100
counts = cancelled.groupby("reason").size()
ranked = counts.sort_values(ascending=False)
top = ranked.index[0]

answer = f"{share:.2f}%; {top}"
print(answer)
