set -eu
cp /solution/consume.py /solution/scans.py /solution/dead_letters.py .
python3 - <<'PY'
import re
from pathlib import Path

path = Path("scans.py")
code = path.read_text()
path.write_text(re.sub(r'raise BrokenScanError\("(.*?)"\)', r'raise BrokenScanError(f"\1: {scan}")', code.replace(
    'BrokenScanError("there is no value")', "BrokenScanError('there is no value')"
).replace('BrokenScanError("the value is no JSON object")', "BrokenScanError('the value is no JSON object')")))
path = Path("consume.py")
path.write_text(path.read_text().replace(
    'print(f"stored={stored} dead={dead}")', 'print(f"{stored} scans stored, {dead} dead letters")'
).replace("return 1", "return 3"))
PY
python3 consume.py
