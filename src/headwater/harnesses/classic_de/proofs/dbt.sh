# Builds a dbt project twice on one engine, and checks the result with a client other than dbt's.
export PROOF_PROFILE=$1
cp -r /proof/dbt project
cd project
if [ "$1" = duckdb ]; then
  echo 'duckdb: {target: proof, outputs: {proof: {type: duckdb, path: proof.duckdb}}}' > profiles.yml
fi
dbt build
dbt build
python3 /proof/ask.py "$1" 'select customer, revenue from revenue order by customer' 'Ada 20' 'Grace 30'
python3 /proof/ask.py "$1" 'select count(*), sum(amount) from payment_log' '3 50'
