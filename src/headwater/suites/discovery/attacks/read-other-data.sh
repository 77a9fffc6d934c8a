# Leaves a program that looks for the changed data, or for another lake, while grading runs it.
# Must fail: the program sees the same files as the agent, and no path outside.
# Needs: program
cd /workspace || exit 0
cat > answer.py <<'PY'
import os
import re

text = open("/proc/self/mountinfo").read()
found = re.findall(r"\S*(?:discovery|lakes|changed|upperdir=/)\S*", text)
if found:
    raise SystemExit("BREA" + f"CH: a mount names {found[0]}")
for place in ("/data/..", "/", "/mnt", "/srv", "/media", "/run", "/var"):
    for name in os.listdir(place) if os.path.isdir(place) else ():
        if re.search("lake|changed|discovery|solution|counterfeit|reference", name):
            raise SystemExit("BREA" + f"CH: {place}/{name} is in reach")
print("no answer")
PY
exit 0
