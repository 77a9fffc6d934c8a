# Usage: bash migrate.sh [status | rollback]; see docs/runbook.md.
set -euo pipefail
cd "$(dirname "$0")/migration"
export PGAPPNAME=migrate-orders

run() {
  psql "$POSTGRES_URL" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --file "$1"
}

[ $# -le 1 ] || { echo "migrate.sh takes one argument at most" >&2; exit 2; }
case "${1-}" in
  '')
    run state.sql > /dev/null
    run migrate.sql 2>&1 | sed -u 's/^psql:[^ ]* NOTICE:  //' || { echo "the migration stopped; start it again" >&2; exit 1; }
    ;;
  rollback) run rollback.sql ;;
  status) ;;
  *) echo "migrate.sh does not know '$1'" >&2; exit 2 ;;
esac
run state.sql
