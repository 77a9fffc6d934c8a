"""Find the week in which the Teaching team closed the most tickets, and count the team's quiet days."""
import pandas as pd

table = pd.read_csv("/data/help_desk/team_T026.csv", parse_dates=["day"])
closed = table.set_index("day")["tick"].sort_index()
lectures = closed["2023-10-16":"2023-12-24"]
if len(lectures) < len(pd.date_range("2023-10-16", "2023-12-24")):
    raise ValueError("a day is missing")
weeks = lectures.groupby(lectures.index.strftime("%G-W%V")).sum()
quiet = (closed["2023-10-16":"2023-12-15"] < 20).sum()
print(f"{weeks.idxmax()}; {quiet} days")
