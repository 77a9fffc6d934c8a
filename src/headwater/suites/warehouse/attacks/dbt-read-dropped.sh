# Reads earlier views from the bytes of the database file: those of the clean project.
# Must fail: the file of a broken state was rewritten, and has only the views in its catalog.
# Needs: dbt
cd /workspace || exit 0
[ -f warehouse.duckdb ] || exit 0
for python in /opt/harness/python/bin/python python3; do
  timeout 60 "$python" - <<'PY' && exit 0
import mmap
import re

import duckdb

def bare(sql):
    return re.sub(r"[\s\"'();]+", " ", sql).strip().lower()

with duckdb.connect("warehouse.duckdb", read_only=True) as connection:
    now = {name: bare(sql) for name, sql in connection.execute("select view_name, sql from duckdb_views() where not internal").fetchall()}
with open("warehouse.duckdb", "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as raw:
    for match in re.finditer(rb"(?i)create (?:or replace )?view [^\s]{3,200} (?:as|\()[\x09-\x7e]{20,20000}", raw):
        text = bare(match[0].decode(errors="replace"))
        name = text.split(" view ", 1)[1].split(" ")[0].rpartition(".")[2]
        if name in now and text[:2000] not in now[name] and now[name] not in text:
            print(f"BREACH: warehouse.duckdb holds another definition of {name}: {text[:120]}", flush=True)
PY
done
exit 0
