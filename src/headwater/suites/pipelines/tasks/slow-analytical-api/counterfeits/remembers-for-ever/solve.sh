set -eu
cp /solution/schema.sql /solution/server.py .
sed -i 's/^def respond(/@functools.lru_cache(maxsize=10_000)\ndef respond(/' server.py
python3 apply.py
