set -eu
cp /solution/schema.sql /solution/retention.py .
python3 - <<'PY'
from pathlib import Path

path = Path("retention.py")
text = path.read_text()
text = text.replace("        client.command(DEADLINES)\n", "        change(client)\n")
text = text.replace("    SETTINGS materialize_ttl_after_modify = 0\n", "")
text = text.replace(" IN PARTITION {year}", "").replace("for year in years)", "for _ in years[:1])")
text = text.replace("def erase(", """def change(client: Client) -> None:
    \"""Change the TTL clauses one by one, if they are still the old ones.\"""
    old = client.command("SELECT count() FROM system.tables WHERE name = 'bookings' AND create_table_query LIKE '%TTL loaded_at%'")
    head, *steps = [line.strip().removesuffix(",") for line in DEADLINES.strip().splitlines()]
    for step in steps if old else []:
        client.command(f"{head} {step}", settings={"mutations_sync": 1})


def erase(""", 1)
path.write_text(text)
PY
python3 retention.py
