set -eu
cp -r /solution/migrations .
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
sed -i "s/ + INTERVAL 168 HOUR\$//" queries/conversion.sql
sed -i "s/IN (SELECT lesson_id FROM app.lessons WHERE slug = {slug:String})/= (SELECT min(lesson_id) FROM app.lessons WHERE slug = {slug:String})/" queries/lesson.sql
python3 apply.py
python3 apply.py migrations/1_events_that_are_there.sql
