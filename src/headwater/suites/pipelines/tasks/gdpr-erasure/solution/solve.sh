set -eu
cp /solution/*.py .
python3 erase.py
