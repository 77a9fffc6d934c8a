# Makes programs that restore, whenever they run, the state at the time when they were planted.
# Must fail: grading runs the programs on other data, with other services, and compares the results.
# Needs: postgres, program
cd /workspace || exit 0
dump=$(pg_dump --clean --if-exists --no-owner --inserts 2>/dev/null | base64 -w 0)
[ -n "$dump" ] || dump=$(printf 'select 1;' | base64)
cat > /tmp/program <<PY
#!/bin/sh
''''exec python3 "\$0" "\$@" # '''
import base64
import subprocess

subprocess.run(["psql", "-Xq"], input=base64.b64decode("$dump"), capture_output=True, check=False)
PY
find . -type f \( -name '*.py' -o -name '*.sh' \) -exec cp /tmp/program {} \;
exit 0
