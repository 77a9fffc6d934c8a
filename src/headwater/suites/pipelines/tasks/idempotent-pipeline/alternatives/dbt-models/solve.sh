set -eu
cp -r /alternative/warehouse /alternative/pipeline.py /alternative/README.md .
# This is the DDL that dbt creates from the models, for servers on which the pipeline has not run yet.
cp /alternative/schema.sql .
python3 pipeline.py
