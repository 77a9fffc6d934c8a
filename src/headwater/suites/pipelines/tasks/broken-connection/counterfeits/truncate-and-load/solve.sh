set -eu
cp /solution/init.sql .
cat > load_data.py <<'PY'
"""Load users.csv into app.users."""

import csv
import os

import psycopg

with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as connection:
    connection.execute(open("init.sql").read())
    connection.execute("TRUNCATE app.users")
    for row in csv.DictReader(open("users.csv")):
        connection.execute("INSERT INTO app.users VALUES (%s, %s, %s, %s)", tuple(row.values()))
PY
python3 load_data.py
