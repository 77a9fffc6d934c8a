set -eu
psql "$POSTGRES_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file "$(dirname "$0")/migrate.sql"
