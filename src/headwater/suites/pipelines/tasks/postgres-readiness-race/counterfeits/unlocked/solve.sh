set -eu
. /solution/solve.sh
sed -i '/pg_advisory/d; /^LOCK/d' invoicing/migrations.py
