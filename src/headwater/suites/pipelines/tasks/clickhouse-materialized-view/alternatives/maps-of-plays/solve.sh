set -eu
cp /alternative/02_analytics.sql schema/
cp /alternative/rebuild.py .
python3 - <<'PY'
import subprocess
import sys

from clickhouse import connect

client = connect()
client.command("DROP VIEW analytics.video_day_mv SYNC")
client.command("RENAME TABLE analytics.video_day TO analytics.video_day_till_may")
subprocess.run([sys.executable, "apply.py"], check=True)
client.command("""
    INSERT INTO analytics.video_day_state (day, video_id, old_plays, old_viewers, old_watched_sec)
    SELECT day, video_id, sum(plays), sum(viewers), sum(watched_sec) FROM analytics.video_day_till_may
    WHERE day < '2026-05-01' GROUP BY day, video_id
""")
client.command("""
    INSERT INTO analytics.video_day_state (day, video_id, seconds, viewers)
    SELECT toDate(at) AS day, video_id, maxMapState([play_id], [watched_sec]), maxMapState([play_id], [viewer_id])
    FROM content.plays GROUP BY day, video_id
""")
client.command("DROP TABLE analytics.video_day_till_may SYNC")
PY
