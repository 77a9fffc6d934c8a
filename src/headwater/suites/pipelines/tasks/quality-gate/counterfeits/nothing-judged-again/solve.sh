set -eu
cp /solution/quality.py /solution/rules.py .
python3 quality.py || test $? -eq 2
