set -eu
cp -r /solution/*.py /solution/schema .
cp -r /alternative/*.py /alternative/schema .
python3 migrate.py
rm migrate.py
python3 nightly.py
