# Ingests rows through a stream and a transformation into two tables, in both modes and after restarts.
. /proof/server.sh
cp -r /opt/harness/olap-for-swe/files/starter app
cd app
cat /proof/doubled.py >> app/main.py
moose check
serve dev
[ "$(post '{"id": "a", "at": "2026-01-01T12:00:00Z", "amount": 2.5}')" = 200 ]
[ "$(post '{"id": "b", "at": "2026-01-01T12:00:00Z"}')" = 400 ]
grep -q amount /tmp/answer
until_there 'select id, amount from Event' 'a 2.5'
until_there 'select id, doubled from Doubled' 'a 5'
[ "$(curl -sS http://127.0.0.1:4000/api/totals)" = '[{"n": 1, "total": 2.5}]' ]
finish

serve dev
[ "$(post '{"id": "c", "at": "2026-01-01T12:00:00Z", "amount": 4}')" = 200 ]
until_there 'select count(), sum(amount) from Event' '2 6.5'
until_there 'select count(), sum(doubled) from Doubled' '2 13'
finish

serve prod
[ "$(post '{"id": "d", "at": "2026-01-01T12:00:00Z", "amount": 1}')" = 200 ]
until_there 'select count(), sum(amount) from Event' '3 7.5'
until_there 'select count(), sum(doubled) from Doubled' '3 15'
finish
