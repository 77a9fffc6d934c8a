set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("report.py")
code = path.read_text()
code = code.replace('"toMonday(delivery.day)"', '"toStartOfWeek(delivery.day)"')
code = code.replace('filters.setdefault(name, []).append(_number(name, value, 0, 2**32 - 1) if name in NUMBERS else value)', 'filters[name] = [_number(name, value, 0, 2**32 - 1) if name in NUMBERS else value]')
code = code.replace('*(f"`{name}`" for name in self.by)]', '*(f"`{name}` DESC" for name in self.by)]')
code = code.replace('f" AND campaigns.is_test IS DISTINCT FROM 1{conditions}"', 'f"{tests}{conditions}"')
code = code.replace('        return (\n            "FROM ads.delivery', '        tests = "" if "campaign" in self.filters else " AND campaigns.is_test IS DISTINCT FROM 1"\n        if "advertiser" in self.by:\n            tests += " AND campaigns.advertiser_id IS NOT NULL"\n        return (\n            "FROM ads.delivery')
path.write_text(code)
PY
