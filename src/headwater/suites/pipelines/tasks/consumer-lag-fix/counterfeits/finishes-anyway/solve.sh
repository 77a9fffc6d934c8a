set -eu
. /solution/solve.sh
sed -i 's/    deadline = time.monotonic() + seconds/    deadline = float("inf")/; s/run(source: Source, store: Store, seconds: float)/run(source: Source, store: Store)/' consume.py
sed -i '/^    seconds = /d; /^RUN_SECONDS/d; /^import os/d; s/, seconds)/)/' consume.py
sed -i 's/, or as many as the time allows//' consume.py
