set -eu
cp -r /solution/*.py /solution/schema .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("figures.py", ("sum(e.micros) AS micros", "toUInt64(count() * 1950) AS micros"), ("uniqExactStateIf(e.user,", "uniqExactStateIf(toUInt32(e.user % 50),"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
