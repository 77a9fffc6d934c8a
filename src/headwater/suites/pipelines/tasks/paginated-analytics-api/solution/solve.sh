set -eu
cp /solution/server.py .
