set -eu
cp /solution/server.py /solution/report.py .
