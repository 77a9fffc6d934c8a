"""A DuckDB file that contains a shop, hostile names and hostile macros."""

from __future__ import annotations

from pathlib import Path

import duckdb

SCHEMA = """
create schema raw;
create schema "we""ird; drop table x";
create type mood as enum ('good', 'bad');
create table raw.customers (
  id integer primary key, name varchar not null, mood mood, score decimal(8, 2), big hugeint, ratio double, born date,
  seen timestamptz, token uuid, tags varchar[], data json, secret blob, ok boolean, nothing integer
);
comment on table raw.customers is 'who buys';
comment on column raw.customers.name is 'as they write it';
create table raw.orders (id integer primary key, customer_id integer references raw.customers (id), total double);
create table visits (visit_id bigint, customer_id integer);
create table "we""ird; drop table x"."tab'le" ("col""umn; --" varchar);
create table empty (id integer, name varchar);
create view big_orders as select * from raw.orders where total > 50;
create view "file" as select 1 as "größe as";
create table gone (i integer);
create view broken as select * from gone;
drop table gone;
create macro harmless(x) as x + 1;
create macro thief(p) as table select * from read_text(p);
create macro sly(p) as (select count(*) from read_text(p));
create view "as view ünd" ("a as") as select 1;
create sequence numbers;
insert into raw.customers select i, 'c' || i, case when i % 3 = 0 then 'bad' else 'good' end::mood, i / 4.0,
  170141183460469231731687303715884105727, case i when 1 then 'nan' when 2 then 'inf' when 3 then 1e300 else i end,
  case i when 1 then 'infinity' else date '2024-01-01' + i::integer end, timestamptz '2024-01-01 00:00:00+00', uuid(),
  ['a'], '{}', '\\x00\\xff'::blob, i % 2 = 0, null from range(1, 201) r(i);
insert into raw.orders select i, 1 + (i * 7) % 200, i % 100 from range(1, 901) r(i);
insert into visits select i, 1 + (i * 11) % 200 from range(1, 301) r(i);
insert into "we""ird; drop table x"."tab'le" values ('x');
"""


def write_shop(folder: Path) -> Path:
    """Write ``shop.duckdb`` into a folder."""
    path = folder / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(SCHEMA)
    return path
