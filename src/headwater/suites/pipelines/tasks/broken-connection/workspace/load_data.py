"""Load users.csv into app.users."""

import csv
from pathlib import Path

import psycopg

HERE = Path(__file__).parent


def main():
    rows = list(csv.DictReader((HERE / "users.csv").open()))
    for row in rows:
        connection = psycopg.connect(host="localhost", port=5433, user="admin", password="secret123", dbname="app")
        connection.execute((HERE / "init.sql").read_text())
        connection.execute(
            "INSERT INTO app.users VALUES (%s, %s, %s, %s)",
            (row["id"], row["username"], row["email"], row["created_at"]),
        )
        connection.commit()
        connection.close()
    print(f"loaded {len(rows)} users")


if __name__ == "__main__":
    main()
