set -eu
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
python3 apply.py
