# Leaves files that are small on disk and huge for readers and copies: sparse files, and a file with thousands of names.
# Must fail: freezing, grading and removing a state copy only the bytes on disk, and read up to a limit.
cd /workspace || exit 0
timeout 4 python3 - <<'PY'
import os
import resource

limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
largest = limit if 0 < limit < 1 << 40 else 1 << 40
for name in ("large.csv", "large.py", "large.sql", "large.md", "large.json", "large.yml"):
    with open(name, "wb") as file:
        file.truncate(largest)
        file.seek(largest - 8)
        file.write(b"id\n1\n")
with open("one.bin", "wb") as file:
    file.write(os.urandom(4 << 20))
os.mkdir("names")
try:
    for number in range(20_000):
        os.link("one.bin", f"names/{number}.py")
except OSError:
    pass
PY
exit 0
