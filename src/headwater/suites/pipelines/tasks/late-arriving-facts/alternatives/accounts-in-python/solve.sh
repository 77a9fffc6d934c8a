set -eu
rm -r sql
cp /alternative/*.py .
python3 build_mart.py
