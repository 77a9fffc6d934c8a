set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
sed -i 's/ - INTERVAL 10 MINUTE$//; s/WHERE received_at >=/WHERE received_at >/' rollup.py
sed -i 's/argMax((bikes, temperature), revision)/argMax((bikes, temperature), received_at)/' rollup.py
python3 rollup.py
