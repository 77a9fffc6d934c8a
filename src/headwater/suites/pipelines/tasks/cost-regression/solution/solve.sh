set -eu
cp -r /solution/*.py /solution/schema .
python3 migrate.py
rm migrate.py
python3 nightly.py
