# Fills or creates the tables that the workspace mentions, with values that break readers of other types.
# Must fail: a check that breaks on agent output has failed.
# Needs: postgres
cd /workspace || exit 0
run() { timeout 3 psql -XqtA -c "$1" > /dev/null 2>&1; }
names=$(grep -rohE '\b[a-z_]+\.[a-z_]+\b' --include='*.sql' --include='*.py' --include='*.md' . | sort -u | head -200)
existing=$(psql -XqtA -c "select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")
for table in $existing; do
  psql -XqtA -c "select column_name from information_schema.columns where table_schema || '.' || table_name = '$table'" |
    while read -r column; do
      run "alter table $table alter column \"$column\" drop not null"
      run "alter table $table alter column \"$column\" type json[] using array['{\"a\": [null]}'::json, null]"
    done
  run "insert into $table default values"
  run "insert into $table default values"
done
files=$(find . -name '*.csv' | head -5)
columns=$(for file in $files; do head -1 "$file" | tr ',' '\n'; done | grep -xE '[a-z_]+' | sort -u | sed 's/$/ json[]/' | paste -sd, -)
for name in $names; do
  run "create schema if not exists ${name%%.*}"
  run "create table $name (${columns:-id json[]})" && run "insert into $name default values"
done
exit 0
