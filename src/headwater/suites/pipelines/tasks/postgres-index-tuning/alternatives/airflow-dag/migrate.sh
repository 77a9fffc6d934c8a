#!/usr/bin/env bash
# Runs the DAG of dags/order_indexes.py once, without a scheduler; the exit code is that of the run.
set -eu
cd "$(dirname "$0")"
export AIRFLOW__CORE__DAGS_FOLDER="$PWD/dags"
export AIRFLOW_CONN_ORDERS="$POSTGRES_URL"
exec airflow dags test order_indexes
