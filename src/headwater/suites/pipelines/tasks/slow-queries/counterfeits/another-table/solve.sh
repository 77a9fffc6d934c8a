set -eu
cp -r /solution/migrations .
cp /solution/queries/*.sql queries/
cp /solution/schema/02_by_user.sql schema/
cp /solution/ask.py .
python3 apply.py
cat > once.sql <<'SQL'
CREATE TABLE app.events_new AS app.events;
INSERT INTO app.events_new SELECT * FROM app.events;
EXCHANGE TABLES app.events_new AND app.events;
DROP TABLE app.events_new SYNC;
SQL
python3 apply.py once.sql
rm once.sql
sed -i 's/        print(error, file=sys.stderr)/        print(error)/' ask.py
