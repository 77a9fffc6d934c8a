# dbt builds a table of DuckDB's, which DuckDB's own client reads.
cp -r /proof/dbt/. .
dbt build
python3 -c 'import duckdb; assert duckdb.connect("cups.duckdb").sql("from answers").fetchall() == [(42,)]'
