# Replaces every program by one that ends just before its time limit, so that checks that run it are late.
# Must fail: a check has time for the programs that it runs, and a check that does not end has failed.
# Needs: program, kafka, postgres
cd /workspace || exit 0
cat > /tmp/program <<'PY'
#!/bin/sh
''''exec python3 "$0" "$@" # '''
import time

time.sleep(28)
PY
find . -type f \( -name '*.py' -o -name '*.sh' \) -exec cp /tmp/program {} \;
exit 0
