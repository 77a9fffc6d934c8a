"""Find the districts with the most pothole requests per 1,000 residents in 2022."""
import pandas as pd

CATEGORY = "Pothole"
REQUESTS = "/data/service_requests_one_row/requests_2022_clean.parquet"
RESIDENTS = "/data/population_register/bestand_2022.csv"
COUNT = 3


def count_requests():
    """Return the number of pothole requests by district."""
    requests = pd.read_parquet(REQUESTS)
    chosen = requests[requests["category"] == CATEGORY]
    return chosen.groupby("district").size()


def count_residents():
    """Return the number of residents by district, counting main and secondary residences."""
    table = pd.read_csv(
        RESIDENTS,
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    residents = table.groupby("district")["residents"].sum()
    return residents


potholes = count_requests()
residents = count_residents()
rates = potholes / residents * 1000
worst = rates.sort_values(ascending=False).head(COUNT)

parts = []
for district, rate in worst.items():
    text = f"{district} {rate:.2f}"
    parts.append(text)
answer = "; ".join(parts)
print(answer)
