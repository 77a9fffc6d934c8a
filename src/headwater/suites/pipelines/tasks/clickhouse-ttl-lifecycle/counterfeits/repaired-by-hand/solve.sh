set -eu
cp /solution/schema.sql /solution/retention.py .
python3 retention.py
cp /counterfeit/retention.py .
