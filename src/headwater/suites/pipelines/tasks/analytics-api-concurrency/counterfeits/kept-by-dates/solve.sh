set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("self._flights.get(question)", "self._flights.get((question.first, question.last))")
code = code.replace("self._flights[question] =", "self._flights[question.first, question.last] =")
path.write_text(code)
path = Path("server.py")
code = path.read_text()
code = code.replace("""    if dates[0] > dates[1]:
        raise InvalidQuestionError("from is after to")
""", "")
path.write_text(code)
PY
