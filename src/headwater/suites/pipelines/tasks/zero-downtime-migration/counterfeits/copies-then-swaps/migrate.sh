set -eu
cd "$(dirname "$0")"
exec python3 migrate.py "$@"
