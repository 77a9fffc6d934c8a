set -eu
cp /solution/schema.sql /solution/retention.py .
sed -i "s/if(hold = 1, toDate('2149-06-06'), \(toStartOfYear(travel_on) + INTERVAL 4 YEAR\))/\1/" schema.sql retention.py
python3 retention.py
