set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("matching.py", ('    return unquote(address.replace("\\\\u0040", "@")).lower()', "    return address"), ("from urllib.parse import unquote\n", ""))
edit("analytics.py", ("lower(decodeURLComponent(a))", "a"))
PY
python3 erase.py
