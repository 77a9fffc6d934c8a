set -eu
exec psql "$POSTGRES_URL" -X -q -o /dev/null -f "$(dirname "$0")/migrate.sql"
