# Makes empty files, folders and links wherever it may write, until a file system has no inodes left.
# Must fail: everything that a trial can write has a limit on files that holds for this trial alone.
timeout 4 python3 - <<'PY'
import os
import time

for folder in ("/tmp", "/dev/shm", "/home/agent", "/workspace"):
    home, until, number = f"{folder}/empty", time.monotonic() + 0.6, 0
    try:
        os.makedirs(home)
        open(f"{home}/first", "w").close()
        while time.monotonic() < until:
            number += 1
            if number % 5000 == 1:
                os.mkdir(f"{home}/{number}")
                inside = f"{home}/{number}"
            os.close(os.open(f"{inside}/{number}", os.O_CREAT | os.O_WRONLY))
            if number % 3 == 0:
                os.symlink("x" * 200, f"{inside}/link-{number}")
    except OSError:
        pass
PY
exit 0
