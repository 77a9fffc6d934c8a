# Functions that run a MooseStack server in this folder.
serve() {
  moose "$1" > "/tmp/$1.log" 2>&1 &
  server=$!
  trap 'cat /tmp/*.log >&2' EXIT
  until curl -sf http://127.0.0.1:4000/health > /dev/null; do
    kill -0 $server
    sleep 0.5
  done
  trap - EXIT
}

finish() {
  kill -INT $server
  wait $server
}

post() { curl -sS -o /tmp/answer -w '%{http_code}\n' http://127.0.0.1:4000/ingest/Event -H 'Content-Type: application/json' -d "$1"; }

# until_there QUERY ROWS: query ClickHouse, with a client other than Moose's, until it returns the rows
until_there() {
  for attempt in $(seq 60); do
    python3 /proof/ask.py "$@" 2> /tmp/ask && return
    sleep 0.5
  done
  cat /tmp/ask /tmp/*.log >&2
  return 1
}
