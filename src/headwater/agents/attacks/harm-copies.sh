# Leaves files that are small on disk and endless to whoever copies or reads them: sparse ones, and thousands of names of one.
# Must fail: freezing, grading and removing a state copy no more than is on disk, and read so much and no more.
cd /workspace || exit 0
timeout 4 python3 - <<'PY'
import os

with open("endless.csv", "wb") as file:
    file.truncate(8 << 40)
    file.seek(4 << 40)
    file.write(b"id\n1\n")
for name in ("large.py", "large.sql", "large.md", "large.json", "large.yml"):
    with open(name, "wb") as file:
        file.truncate(1 << 42)
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
