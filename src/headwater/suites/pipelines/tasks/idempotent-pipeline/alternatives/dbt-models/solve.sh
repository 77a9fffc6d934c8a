set -eu
cp -r /alternative/warehouse /alternative/pipeline.py /alternative/README.md .
# The DDL is what dbt makes of the models; it is here for a server on which no run has been yet.
cp /alternative/schema.sql .
python3 pipeline.py
