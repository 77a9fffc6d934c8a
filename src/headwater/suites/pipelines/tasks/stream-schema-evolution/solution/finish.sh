# Restore the registry, deploy, and bring everything up to date.
set -eu
psql -q -v ON_ERROR_STOP=1 -f migrations/restore.sql
sh deploy.sh
PYTHONPATH=. python3 migrations/resend.py
sh minute.sh
