-- Seven years of orders in nine currencies. Amounts are floating-point numbers, and the older orders have no currency.
create schema shop;
create schema finance;

create table shop.currencies (
    code text primary key,
    minor_units smallint not null
);
insert into shop.currencies values
    ('EUR', 2), ('USD', 2), ('GBP', 2), ('CHF', 2), ('HRK', 2), ('JPY', 0), ('ISK', 0), ('KWD', 3), ('BHD', 3);

create table shop.markets (
    market text primary key,
    currency text not null references shop.currencies
);
insert into shop.markets values
    ('de', 'EUR'), ('fr', 'EUR'), ('ie', 'EUR'), ('hr', 'EUR'), ('us', 'USD'), ('uk', 'GBP'), ('ch', 'CHF'),
    ('jp', 'JPY'), ('is', 'ISK'), ('kw', 'KWD'), ('bh', 'BHD');

create table shop.orders (
    order_id bigserial primary key,
    order_key uuid not null unique,
    customer_id int not null,
    market text not null references shop.markets,
    kind text not null default 'order',
    status text not null default 'paid',
    currency text,
    amount double precision,
    created_at timestamptz not null default now(),
    constraint orders_kind check (kind in ('order', 'refund'))
);
comment on table shop.orders is 'Orders and refunds of all markets.';
comment on column shop.orders.order_key is 'Chosen by the app; the same when it sends an order again.';
comment on column shop.orders.amount is 'In the currency of the order.';

insert into shop.orders (order_id, order_key, customer_id, market, kind, status, currency, amount, created_at)
with numbered as (
    select
        n,
        hashint4(n) & 2147483647 as h,
        timestamptz '2019-06-01 00:00:00+00' + n * interval '896 seconds' as at,
        (array['de', 'fr', 'us', 'hr', 'uk', 'jp', 'kw', 'ie', 'ch', 'is', 'bh', 'de', 'us'])[1 + (hashint4(n + 7) & 1023) % 13] as market
    from generate_series(1, 240000) n
), typed as (
    select
        *,
        case when n % 29 = 4 then 'refund' else 'order' end as kind,
        case when market in ('jp', 'is') then 0 when market in ('kw', 'bh') then 3 else 2 end as units
    from numbered
), priced as (
    select
        *,
        case
            -- A discount in per cent leaves half a minor unit.
            when n % 17 = 3 then ((50 + h % 240000 + 0.5) * 10::numeric ^ -units)::double precision
            -- A sum of line items is not exactly the number that it stands for.
            when n % 17 = 5 then (50 + h % 240000)::double precision * (10::double precision ^ -units) + 0.5 * (10::double precision ^ -units)
            else ((50 + h % 240000) * 10::numeric ^ -units)::double precision
        end as price
    from typed
)
select
    n,
    md5('order ' || n)::uuid,
    1 + h / 7 % 40000,
    market,
    kind,
    case when n % 997 = 13 then 'draft' else (array['paid', 'paid', 'shipped', 'returned'])[1 + h % 4] end,
    case
        when at < '2023-07-01 00:00:00+00' or n % 13 = 6 then null
        else (select currency from shop.markets m where m.market = priced.market)
    end,
    case
        when n % 997 = 13 then null
        when at >= '2022-05-01 00:00:00+00' and at < '2022-06-01 00:00:00+00' and n % 23 = 9 then 'NaN'
        -- The cash desk wrote corrections with the other sign.
        when at < '2021-01-01 00:00:00+00' and n % 41 = 7 then case kind when 'refund' then price else -price end
        when kind = 'refund' then -price
        when n % 211 = 1 then 0
        else price
    end,
    at
from priced;
select setval('shop.orders_order_id_seq', (select max(order_id) from shop.orders));

create index orders_customer on shop.orders (customer_id, created_at desc);

create table shop.shipments (
    shipment_id bigserial primary key,
    order_id bigint not null references shop.orders,
    parcel text not null,
    shipped_at timestamptz not null default now()
);
insert into shop.shipments (order_id, parcel, shipped_at)
select order_id, 'P-' || order_id, created_at + interval '2 days' from shop.orders where order_id % 9 = 0;
create index shipments_order on shop.shipments (order_id);

-- What finance made for itself.
create view finance.daily_revenue as
select (created_at at time zone 'UTC')::date as day, market, count(*) as orders, sum(amount::numeric) as revenue
from shop.orders
group by 1, 2;

create function finance.order_total(key uuid) returns double precision language sql stable as $$
    select amount from shop.orders where order_key = key
$$;

grant usage on schema shop, finance to public;
grant select on shop.orders, shop.shipments, shop.currencies, shop.markets, finance.daily_revenue to public;

analyze;
