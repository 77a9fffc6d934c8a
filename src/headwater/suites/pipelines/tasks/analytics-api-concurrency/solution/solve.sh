set -eu
cp /solution/*.py .
