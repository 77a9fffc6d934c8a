set -eu
cp /solution/*.py .
cp /alternative/*.py /alternative/*.sql .
python3 layer.py
