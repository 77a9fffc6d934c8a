set -eu
cp /alternative/schema.sql /alternative/pipeline.py /alternative/source.py /alternative/target.py /alternative/README.md .
python3 pipeline.py
