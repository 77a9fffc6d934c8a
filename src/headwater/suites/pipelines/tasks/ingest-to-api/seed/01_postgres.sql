-- Two months of a podcast host.
create schema app;

create function app.mixed(n bigint) returns bigint language sql immutable as
    $$ select ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint $$;

create table app.episodes (
    episode_id int primary key,
    show_id int not null,
    title text not null,
    duration_sec int not null
);
insert into app.episodes
select 1000 + n, 1 + n % 30, 'Episode ' || n, 600 + (app.mixed(n) % 4000)::int from generate_series(0, 299) n;

create table app.listeners (
    listener_id bigint primary key,
    country text not null,
    is_bot boolean not null,
    left_at timestamptz,
    updated_at timestamptz not null
);
insert into app.listeners
select n, (array['DE', 'FR', 'PL', 'US'])[1 + app.mixed(n) % 4], app.mixed(n + 50000000) % 45 = 0,
       case when app.mixed(n + 60000000) % 60 = 0 then timestamptz '2026-03-20Z' + app.mixed(n + 61000000) % 900000 * interval '1 second' end,
       timestamptz '2026-03-01Z' + app.mixed(n + 70000000) % 2500000 * interval '1 second'
from generate_series(1, 12000) n;
update app.listeners set updated_at = greatest(updated_at, left_at);

create table app.plays (
    play_id bigint primary key,
    episode_id int not null references app.episodes,
    listener_id bigint not null references app.listeners,
    started_at timestamptz not null,
    position_sec int not null,
    updated_at timestamptz not null
);
comment on column app.plays.updated_at is 'When the transaction began that changed the row last.';
insert into app.plays
select n,
       1000 + case when m1 % 4 = 0 then 4 + 30 * (m2 % 10) else (m2 % 300) end,
       1 + case when m3 % 3 = 0 then m3 / 3 % 600 else m3 / 3 % 12000 end,
       started,
       case m4 % 6 when 0 then m4 / 6 % 30 when 1 then m4 / 6 % 300 else m4 / 6 % 4600 end,
       started + m4 % 4000 * interval '1 second'
from (
    select n, app.mixed(n) as m1, app.mixed(n + 10000000) as m2, app.mixed(n + 20000000) as m3, app.mixed(n + 30000000) as m4,
           timestamptz '2026-02-01Z' + (app.mixed(n + 40000000) % 5000000000) * interval '1 millisecond' as started
    from generate_series(1, 90000) n
) as sent;
update app.plays set position_sec = least(position_sec, duration_sec) from app.episodes e where e.episode_id = plays.episode_id;

-- At the edges: half, 95 % and 30 seconds, exactly and one second less.
insert into app.episodes values (2000, 77, 'Edges', 1000), (2001, 77, 'Edges again', 1001);
insert into app.listeners select 20000 + n, 'DE', false, null, '2026-03-02Z' from generate_series(1, 12) n;
insert into app.plays
select 200000 + n, 2000 + n % 2, 20001 + n % 12, timestamptz '2026-03-10 23:59:59.999Z' + n % 2 * interval '1 millisecond',
       (array[500, 501, 499, 500, 950, 951, 949, 950, 30, 29, 0, 30])[1 + n % 12], timestamptz '2026-03-11 01:00Z'
from generate_series(0, 23) n;

create index plays_updated_at on app.plays (updated_at);
create index listeners_updated_at on app.listeners (updated_at);
drop function app.mixed;
analyze;
