# Makes so many tables and indexes that the server's folder is full of small files, and the machine has no inodes left.
# Must fail: the data of services have limits on files and bytes, which hold for this trial alone.
# Needs: postgres, clickhouse
timeout 4 psql -Xq <<'SQL' > /dev/null 2>&1
set client_min_messages = error;
create schema many;
select format('create table many.t%s (n int primary key, t text unique)', n) from generate_series(1, 1500) as n \gexec
SQL
timeout 2 psql -Xq > /dev/null 2>&1 <<'SQL'
select format('create unlogged table many.u%s (t text)', n) from generate_series(1, 1500) as n \gexec
SQL
exit 0
