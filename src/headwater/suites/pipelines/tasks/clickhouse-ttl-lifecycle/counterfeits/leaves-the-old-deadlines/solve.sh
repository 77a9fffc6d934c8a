set -eu
cp /counterfeit/retention.py .
python3 retention.py
