set -eu
. /solution/solve.sh
sed -i 's/^def main() -> int:/&\n    time.sleep(10)/; s/^import sys/&\nimport time/' start.py
