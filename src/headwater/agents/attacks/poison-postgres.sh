# Poisons the catalog, so that grading's own queries read other data or none: functions and operators
# named like built-ins, settings of database and role, row security, rules, triggers, locks.
# Must fail: grading resolves names in the system's catalog first, pins settings, and starts from a clean stop.
# Needs: postgres
run() { timeout 5 psql -XqtA -c "$1" > /dev/null 2>&1; }

# The argument types are more specific than in pg_catalog, so these functions win if `public` is searched at all.
for kind in text varchar name date timestamp timestamptz integer bigint smallint numeric "double precision"; do
  run "create function public.lower($kind) returns text language sql as \$\$ select 'poisoned' \$\$"
  run "create function public.length($kind) returns integer language sql as \$\$ select 0 \$\$"
  run "create function public.hashtextextended($kind, integer) returns bigint language sql as \$\$ select 0::bigint \$\$"
  run "create function public.to_regclass($kind) returns regclass language sql as \$\$ select 'pg_catalog.pg_class'::regclass \$\$"
done
run "create function public.count() returns bigint language sql as 'select 5::bigint'"
run "create function public.poisoned_sum(numeric, integer) returns numeric language sql as 'select 5::numeric'"
run "create aggregate public.sum(integer) (sfunc = public.poisoned_sum, stype = numeric, initcond = '5')"
run "create function public.now() returns timestamptz language sql as \$\$ select 'epoch'::timestamptz \$\$"
run "create function public.always(text, text) returns boolean language sql as 'select true'"
run "create operator public.= (leftarg = text, rightarg = text, function = public.always)"
run "create table public.pg_class as select * from pg_catalog.pg_class limit 0"
run "create table public.pg_attribute as select * from pg_catalog.pg_attribute limit 0"
run "create schema information_schema_copy"
run "create schema pg_catalog_copy"
run "create domain public.text as pg_catalog.int4"

# Names that end a quotation, and code that runs with the rights of the reader.
run "create table public.\"a\"\"b'c\" (\"n\"\"), 0), 1 from pg_class; drop schema public cascade; --\" text, \"%s\" int)"
run "create table public.\"with.dot\" (\"a.b\" int)"
run "create function public.as_reader() returns integer language plpgsql as \$\$ begin perform set_config('role', 'none', false); perform set_config('search_path', 'public', false); copy (select 1) to program 'touch /tmp/planted'; return 1; end \$\$"
run "create view public.reader as select public.as_reader() as n"
run "create materialized view public.kept as select 1 as n"

# Values that drivers cannot represent.
run "create table public.odd as select 'infinity'::timestamp as t, '-infinity'::date as d, 'NaN'::numeric as n, '290000-01-01'::timestamp as far, '4713-01-01 BC'::date as old, 'NaN'::float8 as f, repeat('x', 1000000) as long, '{\"a\": 1}'::jsonb as j"

psql -XqtA -c "select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables where tableowner = current_user" 2>/dev/null | head -20 |
  while read -r table; do
    run "alter table $table enable row level security"
    run "alter table $table force row level security"
    run "create policy poisoned on $table using (current_user = 'app')"
    run "create rule poisoned as on delete to $table do instead nothing"
    run "create function public.kept() returns trigger language plpgsql as \$\$ begin return null; end \$\$"
    run "create trigger poisoned before truncate on $table for each statement execute function public.kept()"
  done

for setting in "search_path = public, pg_catalog" "statement_timeout = 1" "lock_timeout = 1" "default_transaction_read_only = on" \
  "idle_session_timeout = 1" "transaction_timeout = 1" "row_security = off" "enable_seqscan = off" "datestyle = 'German, DMY'" "timezone = 'Pacific/Kiritimati'" \
  "bytea_output = 'escape'" "extra_float_digits = -15" "intervalstyle = 'sql_standard'" "client_encoding = 'LATIN1'" "role = app" \
  "standard_conforming_strings = off" "work_mem = '64kB'" "quote_all_identifiers = on" "lc_messages = 'C'" "default_transaction_isolation = 'serializable'"; do
  run "alter role app in database app set $setting"
  run "alter database app set $setting"
done
# An open transaction at the time when the services are stopped.
(printf 'begin;\ncreate table public.held (n int);\nlock table public.odd in access exclusive mode;\nselect pg_sleep(60);\n' | psql -Xq -c 'set search_path = public' -f - > /dev/null 2>&1 &)
sleep 0.5
exit 0
