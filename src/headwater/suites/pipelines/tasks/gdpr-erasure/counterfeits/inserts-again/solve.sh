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


edit("analytics.py", ('        months = sorted({row[1] for row in own})\n',
    '        self._client.command("INSERT INTO analytics.payments SELECT payment_id, 0, \'\', paid_at, country, plan, amount FROM analytics.payments'
    ' WHERE payment_id IN (SELECT payment_id FROM analytics.erasing_payment_rows)")\n'
    '        self._change("ALTER TABLE analytics.payments DELETE WHERE account_id > 0 AND payment_id IN (SELECT payment_id FROM analytics.erasing_payment_rows)")\n'
    '        return\n        months = sorted({row[1] for row in own})\n'),
    ('            text = f"joinGet(', '            if table == "events":\n'
    '                self._client.command("INSERT INTO analytics.events SELECT event_id, account_id, at, kind, joinGet(\'analytics.erasing_texts\', \'text\', event_id)'
    ' FROM analytics.events WHERE event_id IN (SELECT id FROM analytics.erasing_texts)")\n'
    '                self._change("ALTER TABLE analytics.events DELETE WHERE event_id IN (SELECT id FROM analytics.erasing_texts) AND properties <> joinGet(\'analytics.erasing_texts\', \'text\', event_id)")\n'
    '                return\n            text = f"joinGet('))
edit("analytics.py", ('        self._redact("searches", "search_id", "query", "erasing_queries", changed)',
    '        self._delete("searches", "search_id", "erasing_queries", "search_id UInt64", [row[:1] for row in changed])'))
edit("operational.py", ("        self._erase_texts(people)\n", ""),
    ('        self._postgres.execute("REFRESH MATERIALIZED VIEW app.author_cards")\n', ""),
    ("DELETE FROM app.account_history WHERE account_id = ANY(%s) AND changed_at = now()", "DELETE FROM app.account_history WHERE false AND account_id = ANY(%s)"))
edit("files.py", ("        kept.append(cleaned)", '        kept.append(cleaned.replace("\\r\\n", "\\n"))'))
PY
python3 erase.py
