#!/usr/bin/env bash
# Run the DAG of dags/order_indexes.py once, without a scheduler, and return its exit code.
set -eu
cd "$(dirname "$0")"
export AIRFLOW__CORE__DAGS_FOLDER="$PWD/dags"
export AIRFLOW_CONN_ORDERS="$POSTGRES_URL"
exec airflow dags test order_indexes
