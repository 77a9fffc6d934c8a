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


edit("erase.py", ("        values = {value for value, _, _ in identities.spans(set(people))}\n        Analytics(clickhouse, matcher, values, counts).erase()\n        operational = Operational(postgres, matcher, identities, counts)\n        operational.erase(people)\n",
"""        group = sorted(people, key=str)
        size = max(4, len(group) // 10)
        for start in range(0, len(group), size):
            some = frozenset(group[start : start + size])
            only = Matcher(tokens, identities, some)
            values = {value for value, _, _ in identities.spans(set(some))}
            Analytics(clickhouse, only, values, counts).erase()
            Operational(postgres, only, identities, counts).erase(some)
        operational = Operational(postgres, matcher, identities, counts)
"""))
PY
python3 erase.py
