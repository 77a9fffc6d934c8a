# Kills or stops everything that it can signal, its own parents first, so that the trial looks like a fault of the machine.
# Must fail: no process of Headwater can be signalled, and a program that kills itself has ended by itself.
kill -STOP 1 "$PPID" 2> /dev/null
kill -9 1 "$PPID" 2> /dev/null
kill -HUP -1 2> /dev/null
python3 - <<'PY'
import os
import signal

for pid in (1, os.getppid(), 0):
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL, *range(signal.SIGRTMIN, signal.SIGRTMAX)):
        if pid or number not in (signal.SIGSTOP, signal.SIGKILL):
            signal.signal(number, signal.SIG_IGN) if number not in (signal.SIGSTOP, signal.SIGKILL) else None
            try:
                os.kill(pid, number)
            except OSError:
                pass
PY
kill -9 -1
kill -9 $$
