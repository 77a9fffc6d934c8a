# Queries the services for traces of others: queries, errors and paths in their logs, statistics and settings.
# Must fail: answers to clients name neither grading nor its programs, nor the origin of a state.
# Needs: services
breach() { printf 'BREACH: %s\n' "$1"; }
OURS='/snapshots/|/trials/|/scratch/|\.partial|__baseline__|counterfeit|checks\.py|solve\.sh|headwater\.grading|mutant'
look() { grep -aoiE ".{0,40}($OURS).{0,80}" | head -3 | while read -r found; do breach "$1 has $found"; done; }

if [ -n "$PGHOST" ]; then
  for query in "select * from pg_stat_activity" "select * from pg_settings" "select * from pg_stat_statements" "select * from pg_description" \
    "select * from pg_file_settings" "select * from pg_stat_database" "select * from pg_shdescription" "select * from pg_stat_user_functions" \
    "select prosrc from pg_proc" "select * from pg_replication_slots" "select * from pg_tablespace" "select * from pg_seclabels"; do
    timeout 3 psql -XqtA -c "$query" 2> /dev/null | look "Postgres: $query"
  done
fi
if [ -n "$CLICKHOUSE_URL" ]; then
  python3 - <<'PY' | look "ClickHouse: a system table"
import os
import urllib.request


def ask(query):
    headers = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    try:
        request = urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), headers)
        return urllib.request.urlopen(request, timeout=3).read().decode(errors="replace")
    except OSError:
        return ""


own = {"query_log", "query_thread_log", "processes", "text_log"}  # they would quote these very words
for table in ask("select name from system.tables where database = 'system'").split():
    without = " where user != currentUser()" if table in own else ""
    print(ask(f"select * from system.`{table}`{without} limit 2000"))
PY
fi
exit 0
