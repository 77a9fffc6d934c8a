set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("rollups.py")
code = path.read_text()
code = code.replace('    hours = {hour: _row(found) for hour, found in by_hour.items()}\n', '    hours = {hour: _row(found) for hour, found in by_hour.items()}\n    best_quarter = {hour: max(each.bikes for each in found) for hour, found in by_hour.items()}\n')
code = code.replace('peaks[day] = max(peaks[day], row.bikes)', 'peaks[day] = max(peaks[day], best_quarter[hour] if row else 0)')
code = code.replace('    best = min(days, key=lambda day: (-days[day].bikes, day))\n    return hours, days, {month: _row(readings)._replace(', '    best = max(days, key=lambda day: (days[day].readings, days[day].bikes))\n    warm = [row.temperature for row in days.values() if row.temperature is not None]\n    mean = fsum(warm) / len(warm) if warm else None\n    return hours, days, {month: _row(readings)._replace(temperature=mean, ')
path.write_text(code)
PY
python3 rollup.py
