set -eu
cp -r /solution/migrations .
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
sed -i "s/IN ('\([a-z_]*\)', '[A-Z][a-z_]*')/= '\1'/" queries/*.sql
python3 apply.py
python3 apply.py migrations/1_events_that_are_there.sql
