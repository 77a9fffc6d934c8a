set -eu
cp /solution/init.sql /solution/load_data.py .
cat > load_data.py <<'PY'
"""Load users.csv into app.users."""

import csv
import os
from pathlib import Path

import psycopg

UPSERT = """
    INSERT INTO app.users VALUES (%s, %s, %s, %s)
    ON CONFLICT (id) DO UPDATE SET username = excluded.username, email = excluded.email, created_at = excluded.created_at
"""


def main() -> None:
    with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
        connection.execute(Path("init.sql").read_text())
    with open("users.csv", newline="") as file:
        rows = [(int(row["id"]), row["username"], row["email"], row["created_at"]) for row in csv.DictReader(file)]
    if not all(username for _, username, _, _ in rows):
        raise ValueError("a username is empty")
    for row in rows:
        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            connection.execute(UPSERT, row)


if __name__ == "__main__":
    main()
PY
python3 load_data.py
