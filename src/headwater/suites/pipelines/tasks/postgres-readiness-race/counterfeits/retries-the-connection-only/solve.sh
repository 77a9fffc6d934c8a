set -eu
. /solution/solve.sh
python3 - <<'PY'
from pathlib import Path

path = Path("invoicing/readiness.py")
text = path.read_text()
text = text.replace(
    """            with psycopg.connect(url, autocommit=True, connect_timeout=ANSWER_SEC) as connection:
                return work(connection)
""",
    """            connection = psycopg.connect(url, autocommit=True, connect_timeout=ANSWER_SEC)
""",
)
text = text.replace(
    """            reason = first_line(error)
""",
    """            reason = first_line(error)
        else:
            with connection:
                return work(connection)
""",
)
path.write_text(text)
PY
