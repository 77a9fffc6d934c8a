# Hides bytes from a count of files: in extended attributes, access lists, names, and deleted files that are open.
# Must fail: the limit on disk holds for the file system, and removing a trial's folder removes everything.
cd /workspace || exit 0
timeout 3 python3 - <<'PY'
import os
import time

os.makedirs("attributes", exist_ok=True)
value = os.urandom(60_000)
until = time.monotonic() + 1
for number in range(5_000):
    path = f"attributes/{number:0200d}"
    open(path, "w").close()
    for name, size in (("user.a", 60_000), ("user.b", 3_000), ("user.overlay.opaque", 1), ("user.overlay.whiteout", 1), ("user.overlay.redirect", 9)):
        try:
            os.setxattr(path, name, b"/../../.." if size == 9 else b"y" if size == 1 else value[:size])
        except OSError:
            pass
    if time.monotonic() > until:
        break
for folder in ("attributes", "."):  # what the overlay itself would take as its own marks
    for name in ("user.overlay.opaque", "user.overlay.origin", "user.overlay.redirect", "trusted.overlay.redirect", "security.capability"):
        try:
            os.setxattr(folder, name, b"y")
        except OSError:
            pass
kept = [os.open(f"deleted-{number}", os.O_CREAT | os.O_RDWR) for number in range(50)]
for number, file in enumerate(kept):
    os.unlink(f"deleted-{number}")
    os.posix_fallocate(file, 0, 8 << 20)
time.sleep(0.5)
PY
setfacl -R -m d:u:0:---,u:0:--- . 2> /dev/null
chattr -R +i . 2> /dev/null
exit 0
