set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("cdc.py")
code = path.read_text()
start, end = code.index("    create = "), code.index("    columns = [name")
create = code[start:end]
code = code[:start] + "    position = 0\n" + code[end:]
create = create.replace("position = int(postgres.execute(create, [NAME]).fetchone()[0])", "postgres.execute(create, [NAME])")
code = code.replace("    outlet.settle()\n    postgres.execute(sql.SQL", "    outlet.settle()\n" + create + "    postgres.execute(sql.SQL")
start, end = code.index("    while rows := "), code.index("    # This also skips changes")
follow = "".join(f"    {line}\n" for line in code[start:end].splitlines())
follow = follow.replace("outlet.send(event)\n", "outlet.send(event)\n" + 24 * " " + "outlet.settle()\n")
lock = '    with connections.postgres() as other, other.transaction():\n        other.execute("LOCK TABLE app.posts IN SHARE MODE")\n'
code = code[:start] + lock + follow + code[end:]
path.write_text(code)
PY
python3 cdc.py
