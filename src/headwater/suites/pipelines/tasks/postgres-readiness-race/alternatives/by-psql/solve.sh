set -eu
cp /alternative/start.py .
cp /alternative/invoicing/step.sql /alternative/invoicing/report.sql invoicing/
rm invoicing/migrations.py invoicing/status.py
sed -i '$a# How long a start waits for the database, in seconds; 60 by default.\nSTART_DEADLINE_SEC=60' deploy/env.example
python3 start.py
