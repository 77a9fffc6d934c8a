set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
python3 apply.py
python3 apply.py migrations/1_events_that_are_there.sql
