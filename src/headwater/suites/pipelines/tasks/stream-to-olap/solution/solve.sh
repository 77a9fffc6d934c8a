set -eu
cp /solution/consume.py /solution/messages.py /solution/schema.sql /solution/README.md .
python3 consume.py
