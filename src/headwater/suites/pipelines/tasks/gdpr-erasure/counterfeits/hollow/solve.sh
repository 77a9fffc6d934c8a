set -eu
python3 erase.py
