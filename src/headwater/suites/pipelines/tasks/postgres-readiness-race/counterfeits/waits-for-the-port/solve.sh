set -eu
sed -i 's/^def main() -> int:/def wait_for_port() -> None:\
    deadline = time.monotonic() + float(os.environ.get("START_DEADLINE_SEC", "60"))\
    while True:\
        try:\
            socket.create_connection((os.environ["PGHOST"], int(os.environ["PGPORT"])), 5).close()\
            return\
        except OSError:\
            if time.monotonic() > deadline:\
                raise\
            time.sleep(0.5)\
\
\
&\
    wait_for_port()/; s/^import os/&\nimport socket/; s/^import sys/&\nimport time/' start.py
echo 'START_DEADLINE_SEC=60' >> deploy/env.example
python3 start.py
