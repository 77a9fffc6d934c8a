set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
python3 - <<'PY'
from pathlib import Path

path = Path("schema/02_analytics.sql")
text = path.read_text()
text = text.replace("ENGINE = AggregatingMergeTree", "ENGINE = MergeTree")
text = text.replace("SimpleAggregateFunction(max, UInt64)", "UInt64").replace("SimpleAggregateFunction(max, UInt32)", "UInt32")
text = text.replace("    max(plays.viewer_id) AS viewer_id,\n    max(plays.watched_sec) AS watched_sec\n", "    viewer_id,\n    watched_sec\n")
text = text.replace(
    "FROM content.plays AS plays\nGROUP BY day, video_id, play_id;",
    "FROM content.plays\nWHERE (play_id, watched_sec) NOT IN (SELECT p.play_id, p.watched_sec FROM analytics.play_progress AS p);",
)
path.write_text(text)
path = Path("migrations/2_fill_the_new_tables.sql")
text = path.read_text()
text = text.replace("max(p.viewer_id) AS viewer_id, max(p.watched_sec) AS watched_sec", "viewer_id, watched_sec")
path.write_text(text.replace("FROM content.plays AS p\nGROUP BY day, video_id, play_id;", "FROM content.plays AS p;"))
PY
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
