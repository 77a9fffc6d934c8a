# Builds a DuckDB table with dbt, and reads it with DuckDB's own client.
cp -r /proof/dbt/. .
dbt build
python3 -c 'import duckdb; assert duckdb.connect("cups.duckdb").sql("from answers").fetchall() == [(42,)]'
