set -eu
cp /solution/init.sql /solution/load_data.py .
python3 - <<'PY'
from pathlib import Path

loader = Path("load_data.py")
text = loader.read_text()
text = text.replace('HERE = Path(__file__).parent\n', """HERE = Path(__file__).parent
DATABASE = os.environ.get("POSTGRES_URL", "postgresql://app:pipeline@localhost:5432/app")
""")
text = text.replace('os.environ["POSTGRES_URL"]', "DATABASE")
text = text.replace("could not load users: {error}", "could not load users from {DATABASE}: {error}")
loader.write_text(text)
PY
python3 load_data.py
