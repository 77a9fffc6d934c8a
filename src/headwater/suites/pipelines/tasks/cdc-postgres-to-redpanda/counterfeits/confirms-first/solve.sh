set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("cdc.py")
code = path.read_text()
code = code.replace("pg_logical_slot_peek_binary_changes", "pg_logical_slot_get_binary_changes")
start, end = code.index("        postgres.execute(\"SELECT pg_replication_slot_advance(%s, '0/0'"), code.index("    # This also skips changes")
code = code[:start] + code[end:]
path.write_text(code)
path = Path("posts.py")
code = path.read_text()
code = code.replace('SECRET = "author_ip"\n', 'COLUMNS = ("board", "number", "author", "title", "body", "tags", "votes", "rating", "is_hidden", "posted_at")\n')
code = code.replace("{name: text for name, text in row.items() if name != SECRET}", "{name: row[name] for name in COLUMNS}")
path.write_text(code)
PY
python3 cdc.py
