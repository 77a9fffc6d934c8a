-- The tables of the receivers: batches, their lines, and the contracts with networks.
create schema feeds;

create table feeds.networks (
    network text primary key,
    max_age_hours int not null
);
comment on column feeds.networks.max_age_hours is 'Older lines are too old; phones deliver late.';
insert into feeds.networks values ('northlight', 48), ('pinewave', 48), ('mobira', 96), ('quickbid', 24);

create table feeds.contracts (
    network text not null references feeds.networks,
    valid_from timestamptz not null,
    fields jsonb not null,
    primary key (network, valid_from)
);
comment on column feeds.contracts.fields is 'By name: the type, and whether the field is required.';
insert into feeds.contracts
select network, '2025-06-01Z', '{
    "event_id": {"type": "string", "required": true},
    "at": {"type": "string", "required": true},
    "kind": {"type": "string", "required": true},
    "campaign": {"type": "integer", "required": true},
    "cost_micros": {"type": "integer", "required": true},
    "device": {"type": "string", "required": false}
}' from feeds.networks;
update feeds.contracts set fields = fields || '{"foreground": {"type": "boolean", "required": true}}' where network = 'mobira';
insert into feeds.contracts
select network, '2026-03-09 12:00Z', fields - 'cost_micros' || '{
    "cost": {"type": "number", "required": true},
    "placement": {"type": "string", "required": false}
}' from feeds.contracts where network = 'pinewave';

create table feeds.batches (
    batch_id bigint primary key,
    network text not null references feeds.networks,
    hour timestamptz not null,
    declared_lines int not null,
    delivered_at timestamptz
);
comment on column feeds.batches.delivered_at is 'Null: lines are still coming in.';

create table feeds.events (
    batch_id bigint not null references feeds.batches,
    line int not null,
    payload jsonb not null,
    primary key (batch_id, line)
);
