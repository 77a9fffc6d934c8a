set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("cdc.py")
code = path.read_text()
start, end = code.index("    postgres.execute(DROP_SLOT"), code.index('    postgres.execute("ALTER TABLE app.posts REPLICA IDENTITY DEFAULT")')
code = code[:start] + '    postgres.execute(f"DROP PUBLICATION {NAME}")\n' + code[end:]
code = code.replace("    remove(postgres)\n    # With full old rows", '    postgres.execute("ALTER TABLE app.posts ADD COLUMN transferred_at timestamptz DEFAULT now()")\n    # With full old rows')
path.write_text(code)
PY
python3 cdc.py
