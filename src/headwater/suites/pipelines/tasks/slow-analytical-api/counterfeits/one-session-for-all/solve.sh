set -eu
cp /solution/schema.sql /solution/server.py .
sed -i '/autogenerate_session_id=False/d' server.py
python3 apply.py
