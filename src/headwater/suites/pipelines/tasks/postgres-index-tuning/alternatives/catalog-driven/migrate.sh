#!/usr/bin/env bash
# Build the indexes in migrations/ that are missing. Each file creates the index that has the file's name without its
# number. The catalog decides what is done: a valid index is kept, and an invalid one, which an interrupted build leaves
# behind, is dropped first. psql commits each statement separately, because an index cannot be built concurrently in a
# transaction.
set -euo pipefail
cd "$(dirname "$0")"

query() {
    psql "$POSTGRES_URL" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"
}

state_of() {
    query --set "index=$1" <<'SQL'
SELECT coalesce(
    (SELECT CASE WHEN indisvalid AND indisready THEN 'valid' ELSE 'invalid' END
     FROM pg_index WHERE indexrelid = to_regclass(format('app.%I', :'index'))),
    'missing');
SQL
}

built=0
for file in migrations/*.sql; do
    index=$(basename "$file" .sql)
    index=${index#*_}
    state=$(state_of "$index")
    echo "$index: $state"
    if [ "$state" = valid ]; then
        continue
    fi
    if [ "$state" = invalid ]; then
        query --set "index=$index" <<<'DROP INDEX CONCURRENTLY app.:"index";'
    fi
    query --file "$file"
    built=$((built + 1))
done

# The planner needs statistics on lower(contact_email), and the visibility map for index-only scans. Truncation is off,
# because it would lock writers out for a moment.
if [ "$built" -gt 0 ]; then
    query --command 'VACUUM (ANALYZE, TRUNCATE false) app.orders'
fi
echo "$built built"
