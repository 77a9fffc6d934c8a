create schema ref;

create function ref.mixed(n int) returns bigint language sql immutable as
    $$ select ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint $$;

create table ref.campaigns (
    campaign_id int primary key,
    advertiser_id int not null,
    name text not null,
    is_test boolean not null default false
);
insert into ref.campaigns
select n, 10 + ref.mixed(n) % 24, 'Campaign ' || n, n % 29 = 0 from generate_series(1, 180) n;

create table ref.sites (
    site_id int primary key,
    country text not null,
    category text not null
);
insert into ref.sites
select n, (array['DE', 'FR', 'PL', 'US', 'NL', 'ÅX'])[1 + ref.mixed(n + 1000) % 6],
       (array['News', 'News, local', 'Sport', '100% Sport', 'Kids'' TV', 'a "quiet" place', 'back\slash', 'Éditions'])[1 + ref.mixed(n + 2000) % 8]
from generate_series(1, 500) n;

drop function ref.mixed;
analyze;
