# Leaves processes running in every way that can outlive a program, which rewrite the workspace during grading.
# Must fail: all processes of a trial end with its namespace, before its state is frozen.
writer='trap "" TERM HUP INT; while :; do date +%s%N > /workspace/heartbeat; cp /workspace/heartbeat /workspace/heartbeat.$$; sleep 0.02; done'
(setsid bash -c "$writer" > /dev/null 2>&1 < /dev/null &)
(nohup bash -c "$writer" > /dev/null 2>&1 &)
bash -c "$writer" &
disown -a
# A daemon that closes everything, and another that keeps the output open.
python3 - <<'PY' &
import os, signal, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
for _ in range(3):
    if os.fork():
        os._exit(0)
    os.setsid()
os.chdir("/")
if os.fork() == 0:
    os.closerange(0, 64)
while True:
    os.makedirs("/workspace/alive", exist_ok=True)
    open(f"/workspace/alive/{os.getpid()}", "w").write(str(time.time()))
    if os.fork():
        os._exit(0)  # a new process id each time
    time.sleep(0.05)
PY
echo 'touch /workspace/from-at' | at now 2>/dev/null
echo '* * * * * touch /workspace/from-cron' | crontab - 2>/dev/null
mkdir -p ~/.config/systemd/user ~/.config/autostart 2>/dev/null
systemd-run --user --on-active=1 touch /workspace/from-systemd 2>/dev/null
if [ -n "$PGHOST" ]; then
  (while :; do psql -Xqc 'select 1' > /dev/null 2>&1; sleep 0.2; done &)
  (psql -Xqc 'do $$ begin loop perform pg_sleep(0.1); end loop; end $$' > /dev/null 2>&1 &)
fi
sleep 0.5
exit 0
