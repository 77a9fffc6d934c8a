# Runs a DAG over all three engines, and asks ClickHouse, by a client that is not Airflow's, what came of it.
mkdir dags
cp /proof/dags/payments.py dags/
airflow dags test payments
python3 /proof/ask.py clickhouse 'select count(), sum(amount) from payments' '2 42'
