set -eu
cp /solution/outlet.py /solution/posts.py /solution/pgoutput.py /counterfeit/cdc.py /counterfeit/install.sql .
python3 cdc.py
