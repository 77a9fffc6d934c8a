# Turns tables of Postgres, and those that the workspace mentions, into views whose rows never end or never arrive.
# Must fail: grading's statements have limits on time and rows, beyond which the check has failed.
# Needs: postgres, clickhouse
cd /workspace || exit 0
run() { timeout 3 psql -XqtA -c "$1" > /dev/null 2>&1; }
endless="generate_series(1, 9000000000000000000) as endless(n)"
run "create function public.wait() returns integer language plpgsql as \$\$ begin perform pg_sleep(100000); return 1; end \$\$"
number=0
for table in $(psql -XqtA -c "select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"); do
  number=$((number + 1))
  kept=kept_$number
  run "alter table $table rename to $kept"
  if [ $((number % 2)) = 0 ]; then
    run "create view $table as select kept.* from ${table%%.*}.$kept as kept, $endless"
  else
    run "create view $table as select kept.* from ${table%%.*}.$kept as kept where public.wait() = 1"
  fi
done
# A table that the task asks for usually has the columns of a CSV file in the workspace.
columns=$(for file in $(find . -name '*.csv' | head -5); do head -1 "$file" | tr ',' '\n'; done | grep -xE '[a-z_]+' | sort -u |
  sed 's/.*/case when n < 0 then null else n::text end as &/' | paste -sd, -)
grep -rohiE '(create table|into|from|update)( if not exists)? +[a-z_]+\.[a-z_]+' --include='*.sql' --include='*.py' . | sed 's/.* //' | sort -u | head -50 |
  while read -r name; do
    run "create schema if not exists ${name%%.*}"
    run "create view $name as select ${columns:-n as id} from $endless"
  done
exit 0
