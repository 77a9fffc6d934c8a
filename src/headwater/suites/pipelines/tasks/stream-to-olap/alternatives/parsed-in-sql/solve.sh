set -eu
cp /alternative/consume.py /alternative/topic.py /alternative/schema.sql /alternative/README.md .
python3 consume.py
