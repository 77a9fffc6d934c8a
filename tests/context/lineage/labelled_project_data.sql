create table "database".raw.customers as
select
    n as id,
    'name' || n as name,
    ['north', 'south', 'east', 'west'][n % 4 + 1] as region,
    'Person' || n || '@site' || (n % 3) || '.com' as email,
    timestamp '2023-01-01' + to_days((n * 37 % 300)::int) as signup_at,
    case when n % 3 = 0 then null else n // 3 end as referrer_id
from range(1, 13) as r(n);
create table "database".raw.orders as
select
    n as id,
    n * 7 % 10 + 1 as customer_id,
    ['shipped', 'open', 'returned', 'shipped'][n % 4 + 1] as status,
    (n * 13 % 97)::double + 5 as amount,
    case when n % 5 = 0 then null else n % 7 end as discount,
    timestamp '2024-01-01' + to_days((n * 11 % 60)::int) + to_seconds(n) as ordered_at,
    case when n % 4 = 0 then '' else 'note' || n end as note
from range(1, 41) as r(n);
create table "database".raw.items as
select
    n % 40 + 1 as order_id,
    n * 3 % 8 + 1 as product_id,
    n % 5 + 1 as quantity,
    (n * 17 % 23)::double + 1 as price,
    case when n % 3 = 0 then ['x', 'y' || n % 4] else ['z' || n % 5] end as tags
from range(1, 71) as r(n);
create table "database".raw.products as
select
    n as id,
    'product' || n as name,
    case when n % 5 = 0 then null else 'kind' || n % 3 end as category,
    (n * 7 % 11)::double + 1 as cost,
    {'color': ['red', 'blue', 'green'][n % 3 + 1], 'size': {'w': n + 1, 'h': n * 5 % 7 + 1}} as attributes
from range(1, 11) as r(n);
create table "database".raw.budgets as
select region, jan, feb, mar
from (values ('north', 10, 20, 30), ('south', 11, 21, 31), ('east', 12, 22, 32), ('other', 13, 23, 33)) as v(region, jan, feb, mar);
