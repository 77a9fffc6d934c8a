set -eu
cp /alternative/02_sums.sql schema/
cp /alternative/erase.py .
cp /solution/queries/lesson.sql /solution/queries/conversion.sql queries/
cp /solution/ask.py .
echo 'SELECT of_day, kind, count FROM app.hours(day = {day:Date}) ORDER BY of_day, kind' > queries/hours.sql
echo 'SELECT place, count, total FROM app.purchases(day = {day:Date}) ORDER BY place' > queries/purchases.sql
cat > queries/user_history.sql <<'SQL'
SELECT toString(event_ts) AS at, type, cents
FROM app.of_user
WHERE user_id = {user:UInt32}
ORDER BY event_ts DESC, event_id DESC
LIMIT 20
SQL
python3 apply.py
cat > fill.sql <<'SQL'
INSERT INTO app.hourly
SELECT toStartOfHour(event_ts) AS hour, lower(event_type) AS type, country, count(), sum(coalesce(amount_cents, 0))
FROM app.events
GROUP BY hour, type, country;
INSERT INTO app.of_user
SELECT user_id, event_ts, event_id, lower(event_type), coalesce(amount_cents, 0)
FROM app.events;
SQL
python3 apply.py fill.sql
rm fill.sql
