set -eu
cp /solution/schema.sql /solution/retention.py .
sed -i 's/toStartOfYear(travel_on) + INTERVAL 4 YEAR/travel_on + INTERVAL 3 YEAR/; s/toStartOfYear(travel_on) + INTERVAL 11 YEAR/travel_on + INTERVAL 10 YEAR/' schema.sql retention.py
sed -i "s/^    WITH .*/    WITH age('year', travel_on, today()) AS age/; s/age > 10/age >= 10/; s/age <= 10/age < 10/; s/age > 3/age >= 3/" retention.py
python3 retention.py
