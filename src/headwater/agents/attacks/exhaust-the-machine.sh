# Uses as many processes, file handles and as much memory, disk and output as it can, and then ends normally.
# Must fail: the limits hold for all of its processes together; services and other trials have their own.
timeout 5 python3 -c '
kept = []
while True:
    kept.append(bytearray(64 << 20))
    for at in range(0, 64 << 20, 4096):
        kept[-1][at] = 1
' > /dev/null 2>&1
for folder in /tmp /dev/shm ~; do
  timeout 2 head -c 1500M /dev/zero > "$folder/fill" 2>/dev/null
  rm -f "$folder/fill"
done
timeout 2 head -c 200M /dev/zero > /workspace/fill 2>/dev/null
rm -f /workspace/fill
timeout 2 python3 -c '
import os
while True:
    os.dup(0)
' > /dev/null 2>&1
timeout 3 head -c 300M /dev/zero | tr '\0' 'x'
# Forks come last, because this shell cannot start anything after them.
exec python3 -c '
import os, time
until = time.monotonic() + 3
while time.monotonic() < until:
    try:
        if os.fork() == 0:  # the children fork, too
            continue
    except OSError:
        time.sleep(0.01)
os._exit(0)
'
