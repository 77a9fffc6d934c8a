set -eu
sh /solution/install.sh
cp /alternative/totals.py /alternative/schema.sql .
cp /alternative/protect.sql migrations/
# The program that sends again reads the topic itself.
sed -i 's/^from totals import new$/from stream import new/' migrations/resend.py
{ sed -n '1,/^TIMEOUT_SEC/p' /solution/totals.py; echo; echo; sed -n '/^def new/,/raise KafkaException(message.error())/p' /solution/totals.py; } |
    sed '/^import psycopg$/d; /^import wire$/d; /^import sys$/d; /^import connections$/d; /^from datetime/d; /^from itertools/d; /^from registry/d; s/KafkaException, Message, T/KafkaException, Message, T/; 1s/.*/"""Read the topic `orders`."""/' > migrations/stream.py
sh /solution/finish.sh
psql -q -v ON_ERROR_STOP=1 -f migrations/protect.sql
