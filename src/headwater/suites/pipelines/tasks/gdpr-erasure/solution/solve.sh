set -eu
cp /solution/*.py .
python3 -m cProfile -s tottime erase.py > prof.txt; head -70 prof.txt
