# Makes the database unreachable, for everybody or for grading: no connections, no rights, or no database.
# Must fail: a state that cannot be read fails its checks, and is a fault of neither the machine nor a check.
# Needs: postgres
for statement in \
  "revoke all on database app from public" "revoke all on schema public from public" \
  "alter database app connection limit 0" "alter database app rename to app_old" "alter database app_old allow_connections false"; do
  psql -XqtA -d template1 -c "$statement" > /dev/null 2>&1 || psql -XqtA -d postgres -c "$statement" > /dev/null 2>&1
done
psql -XqtA -d postgres -c "create database app allow_connections = false" > /dev/null 2>&1
psql -XqtA -d postgres -c "alter role app password 'changed'" > /dev/null 2>&1
exit 0
