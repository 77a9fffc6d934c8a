# Looks for servers of another trial, then leaves a server of MooseStack and its own Redis running.
# Must fail: each trial has its own loopback, and all of its processes end before its state is frozen.
# Needs: olap-for-swe
answers() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }
for port in 4000 4001 5001 6390; do
  if answers $port; then
    echo "BREACH: another trial answers on port $port"
    exit 0
  fi
done
cp -r /opt/harness/olap-for-swe/files/starter /workspace/endpoints
cd /workspace/endpoints || exit 0
sed -i 's/^host = "127.0.0.1"$/host = "0.0.0.0"/' moose.config.toml
setsid nohup redis-server --port 6390 --bind 0.0.0.0 --protected-mode no --dir /workspace/endpoints --save '1 1' \
  > /tmp/redis.log 2>&1 < /dev/null &
MOOSE_TELEMETRY__ENABLED=true setsid nohup moose dev > /tmp/moose.log 2>&1 < /dev/null &
for second in $(seq 300); do
  answers 6390 && curl -sf http://127.0.0.1:4000/health > /dev/null && break
  sleep 1
done
for port in 4000 6390; do
  answers $port && echo "port $port is open"
done
(while sleep 0.1; do
  redis-cli -p 6390 incr planted
  curl -s http://127.0.0.1:4000/ingest/Event -d '{"id": "a", "at": "2026-01-01T12:00:00Z", "amount": 1}'
done) > /dev/null 2>&1 &
exit 0
