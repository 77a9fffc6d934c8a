set -eu
cp /solution/init.sql .
cat > load_data.py <<'PY'
"""Load users.csv into app.users."""

import os
from pathlib import Path

import psycopg

INSERT = """
    INSERT INTO app.users
    SELECT n, 'user' || n, 'user' || n || '@riverbank.example', '2025-01-01' FROM generate_series(1, 5) AS n
    ON CONFLICT DO NOTHING
"""

with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
    connection.execute(Path("init.sql").read_text())
    connection.execute(INSERT)
print("loaded 5 users")
PY
python3 load_data.py
