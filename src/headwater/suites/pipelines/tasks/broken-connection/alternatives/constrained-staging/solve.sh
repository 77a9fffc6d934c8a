set -eu
cp /alternative/init.sql /alternative/load.sql /alternative/load_data.py .
python3 load_data.py
