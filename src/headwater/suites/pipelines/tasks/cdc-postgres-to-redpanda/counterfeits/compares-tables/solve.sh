set -eu
cp /solution/outlet.py /solution/posts.py /solution/pgoutput.py /counterfeit/cdc.py .
python3 cdc.py
