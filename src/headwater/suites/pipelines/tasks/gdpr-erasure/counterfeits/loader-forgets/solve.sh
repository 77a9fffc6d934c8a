set -eu
cp load.py load_shipped.py
cp /solution/*.py .
mv load_shipped.py load.py
python3 erase.py
