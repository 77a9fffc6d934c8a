set -eu
sed -i 's/app.users$/app.users (/; s/id integer,/id integer PRIMARY KEY,/' init.sql
sed -i 's/psycopg.connect(.*)/psycopg.connect("")/' load_data.py
python3 load_data.py
