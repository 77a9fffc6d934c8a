set -eu
cp /solution/*.py .
python3 cdc.py
