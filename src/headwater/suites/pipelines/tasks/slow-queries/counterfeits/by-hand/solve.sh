set -eu
cp /solution/queries/*.sql queries/
cp /solution/schema/02_by_user.sql once.sql
python3 apply.py once.sql /solution/migrations/1_events_that_are_there.sql
rm once.sql
