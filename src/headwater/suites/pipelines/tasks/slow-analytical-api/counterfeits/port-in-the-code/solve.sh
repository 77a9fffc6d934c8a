set -eu
cp /solution/schema.sql /solution/server.py .
sed -i 's/host=os.environ\["CLICKHOUSE_HOST"\]/host="127.0.0.1"/; s/port=int(os.environ\["CLICKHOUSE_PORT"\])/port=8123/' server.py
python3 apply.py
