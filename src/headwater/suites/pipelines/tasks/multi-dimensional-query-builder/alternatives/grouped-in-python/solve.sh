set -eu
cp /alternative/server.py /solution/report.py .
