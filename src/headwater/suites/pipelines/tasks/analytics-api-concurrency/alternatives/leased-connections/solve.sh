set -eu
cp /solution/server.py /alternative/reports.py .
sed -i '/    REPORTS.stop()/d' server.py
