set -eu
cp /solution/pipeline.py /solution/schema.sql /solution/README.md .
python3 pipeline.py
