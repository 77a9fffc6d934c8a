# Makes so many tables and indexes that the server's folder is full of small files, and a job ends for want of inodes.
# Must fail: what comes in through a service has a limit on files and bytes, and counts for this trial alone.
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
