set -eu
cp /solution/*.py /solution/outbox.sql .
python3 - <<'PY'
from pathlib import Path


def replace(path: str, *pairs: tuple[str, str]) -> None:
    code = Path(path).read_text()
    for old, new in pairs:
        assert old in code, old
        code = code.replace(old, new)
    Path(path).write_text(code)


replace(
    "outbox.sql",
    ("outbox.state(c.account, c.plan, c.seats, c.status, c.trial_ends, c.terms, c.mrr)", "outbox.state('acc-1', 'team', 1, 'active', NULL, '', 19.00)"),
    ("(c.mrr - coalesce(b.mrr, 0))::text", "'0.00'"),
    ("THEN outbox.state(s.account, s.plan, s.seats, s.status, s.trial_ends, s.terms, s.mrr) END", "THEN outbox.state('acc-1', 'team', 1, 'active', NULL, '', 19.00) END"),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
