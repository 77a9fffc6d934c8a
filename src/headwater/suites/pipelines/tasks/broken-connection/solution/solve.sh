set -eu
cp /solution/init.sql /solution/load_data.py .
python3 load_data.py
