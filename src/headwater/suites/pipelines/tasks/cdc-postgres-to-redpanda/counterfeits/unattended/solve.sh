set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("cdc.py")
code = path.read_text()
start, end = code.index("    try:\n        print(take_away()"), code.index("    return 0\n")
code = code[:start] + "    print(take_away() if parser.parse_args().remove else transfer())\n" + code[end:]
code = code.replace("from confluent_kafka import KafkaException\n", "")
path.write_text(code)
PY
python3 cdc.py
