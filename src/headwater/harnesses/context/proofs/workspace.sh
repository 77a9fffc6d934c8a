# Creates a database with two tables, one of which references the other.
python3 - <<'PY'
import duckdb

with duckdb.connect("shop.duckdb") as connection:
    connection.execute("create table customers as select n as customer_id, 'c' || n as name from range(100) t(n)")
    connection.execute("create table orders as select n as order_id, n % 100 as customer_id, n / 2 as amount from range(900) t(n)")
PY
