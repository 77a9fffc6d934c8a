set -eu
cp /solution/quality.py /solution/rules.py .
python3 - <<'PY'
from pathlib import Path

path = Path("rules.py")
code = path.read_text()
code = code.replace('if at is None or at.tzinfo is None:\n        return False\n    return batch.delivered_at - batch.max_age <= at <= batch.delivered_at + AHEAD', 'if at is None:\n        return False\n    at = at.replace(tzinfo=batch.delivered_at.tzinfo)\n    return batch.delivered_at - batch.max_age <= at')
code = code.replace('middle = median(usual)', 'middle = sum(usual) / len(usual)')
code = code.replace('missing = abs(len(lines) - batch.declared)', 'missing = max(0, batch.declared - len(lines))')
code = code.replace('        else:\n            seen.add(identity)', '        seen.add((identity or "").lower())')
code = code.replace('identity in known or identity in seen', 'identity in known or identity.lower() in seen')
path.write_text(code)
PY
python3 - <<'PY'
from pathlib import Path

path = Path("quality.py")
code = path.read_text()
code = code.replace(' AND valid_from <= hour', '')
code = code.replace('\n            and batch.hour - WEEK <= other.hour < batch.hour', '')
code = code.replace('            if other.hour.astimezone(UTC).hour == batch.hour.astimezone(UTC).hour', '            if other.hour != batch.hour')
path.write_text(code)
PY
curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" --data-binary "TRUNCATE TABLE quality.results"
python3 quality.py || test $? -eq 2
