# Writes as much as it can through Postgres: into tables, the write-ahead log and temporary files.
# Must fail: the data of services have a limit on bytes, and other trials have their own.
# Needs: postgres
psql -XqtA -c "create table public.filler (t text)" -c "alter table public.filler alter column t set storage external" > /dev/null 2>&1
for _ in 1 2 3; do
  timeout 2 psql -XqtA -c "insert into public.filler select repeat('x', 100000000) from generate_series(1, 2)" > /dev/null 2>&1 &
done
timeout 2 psql -XqtA -c "select count(*) from (select repeat(md5(n::text), 30) as t from generate_series(1, 100000000) as n order by t) as sorted" > /dev/null 2>&1
wait
exit 0
