# Runs a DAG that uses all three engines, and checks the result in ClickHouse with a client other than Airflow's.
mkdir dags
cp /proof/dags/payments.py dags/
airflow dags test payments
python3 /proof/ask.py clickhouse 'select count(), sum(amount) from payments' '2 42'
