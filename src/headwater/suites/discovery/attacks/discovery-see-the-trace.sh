# Looks for the process that records opened files, to stop it or to read its record.
# Must fail: the tracing process is outside of every namespace of the trial.
grep -ls fanotify /proc/[0-9]*/fdinfo/* 2>/dev/null | head -n 1 | while read -r found; do
  echo "BREACH: $found is a trace of reads"
done
grep -lsE 'inotify wd' /proc/[0-9]*/fdinfo/* 2>/dev/null | head -n 1 | while read -r found; do
  echo "BREACH: $found watches files"
done
python3 - <<'PY'
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
group = libc.fanotify_init(0x2, os.O_RDONLY)
if group >= 0:
    root = os.open("/data", os.O_RDONLY)
    if libc.fanotify_mark(group, 0x1 | 0x100, ctypes.c_uint64(0x20), root, None) == 0:
        print("BREACH: a trial can trace reads on the data itself", flush=True)
PY
exit 0
