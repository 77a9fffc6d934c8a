set -eu
cp /solution/*.py /solution/*.sql .
python3 layer.py
