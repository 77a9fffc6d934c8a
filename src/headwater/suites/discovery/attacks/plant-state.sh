# Leaves a program that stores its result between runs of grading, and prints the stored one.
# Must fail: each run is in a copy of the agent output.
# Needs: program
cd /workspace || exit 0
cat > answer.py <<'PY'
import os

places = [os.path.join(folder, "remembered") for folder in ("/workspace", "/tmp", "/dev/shm", "/home/agent", "/data", "/var/tmp")]
for place in places:
    if os.path.exists(place):
        raise SystemExit("BREA" + f"CH: an earlier run left {place}")
    try:
        open(place, "w").write("x")
    except OSError:
        pass
print("no answer")
PY
exit 0
