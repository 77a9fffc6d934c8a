set -eu
cp /solution/ingest.py /solution/server.py .
cat > schema.sql <<'SQL'
CREATE TABLE IF NOT EXISTS analytics.plays (
    show_id UInt32, episode_id UInt32, play_id UInt64, started_at DateTime64(6, 'UTC'), listener_id UInt64,
    position_sec UInt32, duration_sec UInt32, updated_at DateTime64(6, 'UTC')
) ENGINE = MergeTree ORDER BY (show_id, toDate(started_at), play_id) SETTINGS index_granularity = 2048;

CREATE TABLE IF NOT EXISTS analytics.listeners (
    listener_id UInt64, counts UInt8, updated_at DateTime64(6, 'UTC')
) ENGINE = MergeTree ORDER BY listener_id;
SQL
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index('COUNTED = """'), code.index("class BadRequestError")
code = code[:start] + '''PLAYS = """
    SELECT play_id, any(episode_id) AS episode, any(listener_id) AS listener, any(started_at) AS moment,
           argMax(position_sec, (updated_at, position_sec)) AS reached, any(duration_sec) AS duration
    FROM analytics.plays
    WHERE show_id = {show:UInt32} AND toDate(started_at) >= {first:Date} AND toDate(started_at) < {last:Date}
    GROUP BY play_id
    HAVING listener NOT IN (
        SELECT listener_id FROM analytics.listeners GROUP BY listener_id HAVING argMax(counts, updated_at) = 0
    )
"""
TOP = f"""
    SELECT episode, countIf(reached >= 30) AS plays, uniqExactIf(listener, reached >= 30) FROM ({PLAYS})
    GROUP BY episode HAVING plays > 0 ORDER BY plays DESC, episode LIMIT {{limit:UInt32}}
"""
FUNNEL = f"""
    SELECT uniqExact(listener), uniqExactIf(listener, 2 * reached >= duration),
           uniqExactIf(listener, 20 * reached >= 19 * duration)
    FROM ({PLAYS})
"""
HOURLY = f"""
    SELECT toUnixTimestamp(toStartOfHour(moment)) AS hour, countIf(reached >= 30) FROM ({PLAYS}) GROUP BY hour
"""
''' + code[end:]
path.write_text(code)
PY
python3 ingest.py
