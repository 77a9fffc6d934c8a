-- Release 2026.09 left this state: migrations 1 to 4 are applied, and the service has been down since the reboot.
create schema ops;

create table ops.schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null
);

create table ops.service_status (
    service text primary key,
    state text not null check (state in ('up', 'down')),
    schema_version integer not null,
    since timestamptz not null
);

CREATE SCHEMA billing;

CREATE TABLE billing.accounts (
    account_id integer PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL CHECK (currency IN ('EUR', 'GBP', 'SEK')),
    created_on date NOT NULL
);
CREATE TABLE billing.invoices (
    invoice_id bigint PRIMARY KEY,
    account_id integer NOT NULL REFERENCES billing.accounts,
    issued_on date NOT NULL,
    amount numeric(12, 2) NOT NULL,
    state text NOT NULL CHECK (state IN ('draft', 'sent', 'void'))
);
CREATE TABLE billing.payments (
    payment_id bigint PRIMARY KEY,
    invoice_id bigint NOT NULL REFERENCES billing.invoices,
    received_on date NOT NULL,
    amount numeric(12, 2) NOT NULL CHECK (amount > 0)
);
CREATE INDEX invoices_by_account ON billing.invoices (account_id, issued_on);
CREATE INDEX payments_by_invoice ON billing.payments (invoice_id);

insert into ops.schema_migrations (version, name, checksum, applied_at) values
    (1, '0001_accounts', '88424d59c2081609d5ac312490d4fd0206a30fbdbc3133d66c7b3f22414831e3', '2024-02-06 09:12:00+00'),
    (2, '0002_invoices', 'a2ad0a57cf334a22b04204ca21c9a88fc7bc2fc7ca2f012afa1eb3860a58e2bc', '2024-02-06 09:12:00+00'),
    (3, '0003_payments', 'de3c7649b91afafc7153bcc43a13f14838a57fa397b1d5ec0d246e0003e493cd', '2024-09-17 09:12:00+00'),
    (4, '0004_invoices_by_account', 'd47a836cfefd4d9d182c51afc02a181627d4f062a52d734898a318c6eb642e3b', '2025-06-03 09:12:00+00');

insert into ops.service_status (service, state, schema_version, since) values
    ('invoicing', 'down', 4, '2026-03-12 18:05:41+00'),
    ('payroll', 'up', 31, '2026-03-12 18:06:10+00'),
    ('ledger', 'up', 12, '2026-03-12 18:05:58+00');

insert into billing.accounts (account_id, name, currency, created_on)
select n, 'Customer ' || n, (array['EUR', 'EUR', 'GBP', 'SEK'])[1 + n % 4], date '2023-10-10' + (n * 2.3)::integer
from generate_series(1, 360) n;

insert into billing.invoices (invoice_id, account_id, issued_on, amount, state)
select
    n,
    1 + (n * 7919::bigint) % (59 + n / 40),
    date '2024-03-01' + (n / 17)::integer,
    ((n * 104729::bigint) % 480000 + 1500) / 100.0,
    case when n % 23 = 0 then 'void' when n > 11900 and n % 3 = 0 then 'draft' else 'sent' end
from generate_series(1, 12000) n;

-- Most invoices are paid at once, some in two parts, and the latest not yet.
insert into billing.payments (payment_id, invoice_id, received_on, amount)
select
    row_number() over (order by i.invoice_id, part.number),
    i.invoice_id,
    i.issued_on + (9 + i.invoice_id % 31 + 20 * (part.number - 1))::integer,
    case
        when i.invoice_id % 11 <> 0 then i.amount
        when part.number = 1 then round(i.amount * 0.4, 2)
        else i.amount - round(i.amount * 0.4, 2)
    end
from billing.invoices i
cross join lateral generate_series(1, case when i.invoice_id % 11 = 0 then 2 else 1 end) as part(number)
where i.state = 'sent' and i.issued_on < date '2026-01-20' and i.invoice_id % 29 <> 0;
