set -eu
cp -r /solution/migrations .
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
sed -i "s/, 'Europe\/Warsaw')/)/" queries/hours.sql queries/lesson.sql queries/conversion.sql
sed -i "s/toHour(event_ts)/toHour(event_ts, 'Europe\/Warsaw')/" queries/hours.sql
python3 apply.py
python3 apply.py migrations/1_events_that_are_there.sql
