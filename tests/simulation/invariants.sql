-- What holds of the raw data behind their dirt. Each query gives the rows that break it; its name says what holds.

-- name: users' addresses are unique in lower case
select lower(email) from raw_app.users group by 1 having count(*) > 1;

-- name: everybody has one place in a workspace
select workspace_id, user_id from raw_app.memberships group by all having count(*) > 1;

-- name: a workspace begins after its account and is gone when that is
select w.workspace_id from raw_app.workspaces w join raw_app.accounts a using (account_id)
where w.created_at < a.created_at or w.deleted_at > a.deleted_at or (a.deleted_at is not null and w.deleted_at is null);

-- name: rows of the app are not updated before they were created
select user_id from raw_app.users where updated_at < created_at or deleted_at < created_at
union all select workspace_id from raw_app.workspaces where updated_at < created_at or deleted_at < created_at
union all select account_id from raw_app.accounts where updated_at < created_at or deleted_at < created_at;

-- name: people join after they were invited and leave after they joined
select membership_id from raw_app.memberships where invited_at > joined_at or removed_at < joined_at
union all select invitation_id from raw_app.invitations where accepted_at < sent_at;

-- name: an account's first version is its insert, and it has one
select account_id from raw_app.account_changes
group by 1 having count(*) filter (operation = 'insert') <> 1
    or arg_min(operation, changed_at) <> 'insert' or count(*) filter (operation = 'delete') > 1;

-- name: plans change from the one before
select * from (
    select *, lag(to_plan) over (partition by workspace_id order by changed_at, change_id) as before
    from raw_app.workspace_plan_changes
) where before is not null and replace(before, 'starter', 'team') <> replace(from_plan, 'starter', 'team');

-- name: the last change of plan is the workspace's plan
select w.workspace_id
from raw_app.workspaces w
join (
    select workspace_id, arg_max(to_plan, change_id) as plan from raw_app.workspace_plan_changes group by 1
) c using (workspace_id)
where replace(w.plan_code, 'starter', 'team') <> replace(c.plan, 'starter', 'team');

-- name: no two changes of plan at one time, none after the deletion
select workspace_id from raw_app.workspace_plan_changes group by workspace_id, changed_at having count(*) > 1
union all
select workspace_id from raw_app.workspace_plan_changes c join raw_app.workspaces w using (workspace_id)
where c.changed_at > w.deleted_at;

-- name: 'starter' is the plan of changes before July 2022 alone, 'team' of later ones
select change_id from raw_app.workspace_plan_changes
where ('starter' in (from_plan, to_plan) and changed_at >= '2022-07-01')
    or ('team' in (from_plan, to_plan) and changed_at < '2022-07-01');

-- name: a workspace has a plan to pay for when and only when it has a living subscription to one
select w.workspace_id
from raw_app.workspaces w
left join (
    select distinct s.workspace_id
    from raw_billing.subscriptions s
    join raw_billing.subscription_items i on i.subscription_id = s.id
    join raw_billing.prices p on p.id = i.price_id
    where p.plan_code is not null and s.status <> 'canceled'
) s using (workspace_id)
where (w.plan_code = 'free') <> (s.workspace_id is null);

-- name: a subscription's changes begin with its creation, one at a time
select subscription_id from raw_billing.subscription_events group by 1 having arg_min(event_type, occurred_at) <> 'created'
union all select subscription_id from raw_billing.subscription_events group by subscription_id, occurred_at having count(*) > 1;

-- name: a canceled subscription only comes back by reactivation, and nothing else is reactivated
select * from (
    select *, lag(event_type) over (partition by subscription_id order by occurred_at) as before
    from raw_billing.subscription_events
) where before is not null and (before = 'canceled') <> (event_type = 'reactivated');

-- name: a change of seats starts from the seats before; nothing else changes them
select * from (
    select *, lag(quantity) over (partition by subscription_id order by occurred_at) as before
    from raw_billing.subscription_events
) where before is not null
    and case event_type when 'quantity_changed' then previous_quantity <> before or quantity = before else quantity <> before end;

-- name: a change of plan starts from the price before; nothing but that and a return changes it
select * from (
    select *, lag(price_id) over (partition by subscription_id order by occurred_at) as before
    from raw_billing.subscription_events
) where before is not null and case
    when event_type = 'plan_changed' then previous_price_id <> before or price_id = before
    when event_type = 'reactivated' then false else price_id <> before end;

-- name: a subscription is canceled when its last change says so, and then has an end
select s.id
from raw_billing.subscriptions s
join (
    select subscription_id, arg_max(event_type, occurred_at) as last from raw_billing.subscription_events group by 1
) e on e.subscription_id = s.id
where (s.status = 'canceled') <> (e.last = 'canceled') or (s.status = 'canceled') <> (s.ended_at is not null);

-- name: a living subscription has one open item with the last price and seats, a canceled one none
select s.id
from raw_billing.subscriptions s
left join raw_billing.subscription_items i on i.subscription_id = s.id and i.removed_at is null
left join (
    select subscription_id, arg_max(price_id, occurred_at) as price_id, arg_max(quantity, occurred_at) as quantity
    from raw_billing.subscription_events group by 1
) e on e.subscription_id = s.id
group by s.id, s.status
having count(i.id) <> (s.status <> 'canceled')::int
    or count(*) filter (i.id is not null and (i.price_id <> e.price_id or i.quantity <> e.quantity)) > 0;

-- name: a subscription's billed periods do not overlap
select * from (
    select i.subscription_id, l.period_end,
        lead(l.period_start) over (partition by i.subscription_id order by l.period_start) as next_start
    from raw_billing.invoices i
    join raw_billing.invoice_lines l on l.invoice_id = i.id
    join raw_billing.prices p on p.id = l.price_id
    where not l.proration and p.billing_interval <> 'one_time' and i.status <> 'void'
) where next_start < period_end;

-- name: lines add up to subtotals, subtotals and tax to totals, all positive
select i.id
from raw_billing.invoices i
left join raw_billing.invoice_lines l on l.invoice_id = i.id
group by i.id, i.subtotal, i.tax, i.total
having sum(l.amount) is distinct from i.subtotal or i.total <> i.subtotal + i.tax or i.subtotal <= 0;

-- name: an invoice is in one currency, that of its customer
select i.id
from raw_billing.invoices i
join raw_billing.customers c on c.id = i.customer_id
join raw_billing.invoice_lines l on l.invoice_id = i.id
join raw_billing.prices p on p.id = l.price_id
where c.currency <> i.currency or p.currency <> i.currency;

-- name: what was paid is what was charged: the total less credits that hold
select i.id
from raw_billing.invoices i
left join (
    select invoice_id, sum(amount) as charged from raw_billing.charges where status = 'succeeded' group by 1
) c on c.invoice_id = i.id
left join (
    select invoice_id, sum(amount) as credited from raw_billing.credit_notes where voided_at is null group by 1
) n on n.invoice_id = i.id
where i.amount_paid <> coalesce(c.charged, 0)
    or (i.status = 'paid' and i.amount_paid <> i.total - coalesce(n.credited, 0))
    or (i.status <> 'paid' and i.amount_paid <> 0);

-- name: an invoice's times fit its status and order
select id from raw_billing.invoices
where (status = 'paid') <> (paid_at is not null) or (status = 'void') <> (voided_at is not null)
    or (status = 'draft') <> (finalized_at is null) or (status = 'draft') <> (number is null)
    or finalized_at < created or paid_at < finalized_at or voided_at < finalized_at;

-- name: money goes back only after it came, in its currency, and not more of it
select r.id from raw_billing.refunds r join raw_billing.charges c on c.id = r.charge_id
where c.status <> 'succeeded' or r.amount > c.amount or r.created < c.created or r.currency <> c.currency
union all
select d.id from raw_billing.disputes d join raw_billing.charges c on c.id = d.charge_id
where c.status <> 'succeeded' or d.amount > c.amount or d.created < c.created or d.currency <> c.currency;

-- name: neither Mooring nor its tests pay
select c.id from raw_billing.customers c join raw_app.accounts a on a.account_id = c.account_ref
where a.is_test or a.is_internal;

-- name: every customer leads to an account: by its reference, a workspace, a licence or its owner's address
select c.id
from raw_billing.customers c
where c.account_ref is null
    and not exists (
        select 1 from raw_billing.subscriptions s join raw_app.workspaces w using (workspace_id) where s.customer_id = c.id
    )
    and not exists (
        select 1 from raw_app.accounts a join raw_app.users u on u.user_id = a.owner_user_id
        where lower(u.email) = lower(c.email)
    );

-- name: licences that were paid for do not overlap in an account; a replaced one holds up to the day before
select * from (
    select coalesce(nullif(l.account_id, ''), a.account_id) as account_id,
        case when l.revoked_at is null then l.expires_on else least(l.expires_on, l.revoked_at::date - 1) end as ends_on,
        lead(l.starts_on) over (
            partition by coalesce(nullif(l.account_id, ''), a.account_id) order by l.starts_on, l.issued_at
        ) as next_start
    from raw_licensing.licenses l
    left join raw_app.users u on lower(u.email) = lower(l.customer_email)
    left join raw_app.accounts a on a.owner_user_id = u.user_id
    where l.sku <> 'SM-TRIAL'
) where next_start <= ends_on or account_id is null;

-- name: licences end after they begin, and after they were issued
select license_id from raw_licensing.licenses where expires_on < starts_on or expires_on < issued_at::date;

-- name: every licence was issued once, ended once at most, by expiry or revocation
select license_id
from raw_licensing.licenses l
left join raw_licensing.license_events e using (license_id)
group by all
having count(*) filter (e.event_type = 'issued') <> 1
    or count(*) filter (e.event_type = 'revoked') <> (l.revoked_at is not null)::int
    or count(*) filter (e.event_type = 'expired') <> (l.revoked_at is null and l.expires_on < '2025-06-30')::int;

-- name: a replaced licence was revoked when its successor was issued
select l.license_id from raw_licensing.licenses l
join raw_licensing.licenses n on n.license_id = l.replaced_by_license_id
where l.revoked_at is distinct from n.issued_at or n.expires_on <> l.expires_on;

-- name: a licence from a sale comes from one won opportunity of its own
select l.license_id from raw_licensing.licenses l
left join raw_crm.opportunities o on o.id = l.crm_opportunity_id
where l.crm_opportunity_id is not null and (o.stage is distinct from 'Closed Won' or o.product_line <> 'self_managed')
union all
select min(license_id) from raw_licensing.licenses where crm_opportunity_id is not null
group by crm_opportunity_id having count(*) > 1;

-- name: every licence but trials was billed, by one invoice
select l.license_id from raw_licensing.licenses l left join raw_billing.invoices i on i.license_id = l.license_id
group by l.license_id, l.sku having count(i.id) <> (l.sku <> 'SM-TRIAL')::int;

-- name: an opportunity's history begins with it, moves forward, and ends where it stands
select o.id
from raw_crm.opportunities o
left join (
    select *, list_position(
        ['Discovery', 'Evaluation', 'Proposal', 'Negotiation', 'Closed Won', 'Closed Lost'], stage
    ) as place, lag(stage) over (partition by opportunity_id order by created_date) as before
    from raw_crm.opportunity_history
) h on h.opportunity_id = o.id
group by o.id, o.stage, o.created_date
having min(h.created_date) is distinct from o.created_date or arg_max(h.stage, h.created_date) <> o.stage
    or max(h.place) <> arg_max(h.place, h.created_date) or count(distinct h.created_date) <> count(*)
    or count(*) filter (h.before like 'Closed%') > 0;

-- name: an opportunity is about one product, whose value is its amount but for a cent a seat
select o.id
from raw_crm.opportunities o
left join raw_crm.opportunity_products p on p.opportunity_id = o.id
group by o.id, o.amount
having count(p.id) <> 1
    or abs(o.amount - sum(p.quantity * p.unit_price * (1 - p.discount_percent / 100))) > sum(0.01 * p.quantity + 0.01);

-- name: an opportunity is worth, and is to end, what the last row of its history says
select o.id
from raw_crm.opportunities o
join (
    select *, row_number() over (partition by opportunity_id order by created_date desc) as newest
    from raw_crm.opportunity_history
) h on h.opportunity_id = o.id and newest = 1
where o.amount is distinct from h.amount or o.close_date is distinct from h.close_date
    or o.last_modified_date < h.created_date;

-- name: an opportunity follows its account
select o.id from raw_crm.opportunities o join raw_crm.accounts a on a.id = o.account_id
where o.created_date < a.created_date;

-- name: a contract that was sold runs for a month or for years, one to three, and only what is open may not say
select id from raw_crm.opportunities
where term_months not in (1, 12, 24, 36) or (term_months is null and stage like 'Closed%')
    or (term_months = 1 and product_line <> 'cloud');

-- name: a licence that was sold is valid for its contract's term, or for the rest of one that it adds to
select l.license_id
from raw_licensing.licenses l
join raw_crm.opportunities o on o.id = l.crm_opportunity_id
where o.type <> 'Expansion' and l.expires_on <> (l.starts_on + to_months(o.term_months))::date - 1;

-- name: a cloud contract is renewed when it ends, not before
select id
from (
    select o.id, o.type, o.close_date, lag(o.close_date + to_months(o.term_months)) over (
        partition by w.workspace_id order by o.close_date, o.created_date
    ) as ends
    from raw_crm.opportunities o
    join raw_crm.accounts c on c.id = o.account_id
    join raw_app.workspaces w on w.account_id = c.app_account_id
    where o.product_line = 'cloud' and o.type <> 'Expansion'
        and (o.stage = 'Closed Won' or (o.stage = 'Closed Lost' and o.type = 'Renewal'))
    qualify count(distinct w.workspace_id) over (partition by c.app_account_id) = 1
)
where type = 'Renewal' and close_date < ends - interval 3 days;

-- name: what was won or lost has an amount, and a close date that is over
select id from raw_crm.opportunities
where stage like 'Closed%' and (amount is null or amount <= 0 or close_date > '2025-06-30' or is_deleted);

-- name: a renewal that was won for a licence follows it with a new one
select o.id
from raw_crm.opportunities o
join raw_licensing.licenses due on due.license_id = o.renewed_license_id
left join raw_licensing.licenses n on n.crm_opportunity_id = o.id
where o.type = 'Renewal' and ((o.stage = 'Closed Won') <> (n.license_id is not null) or n.starts_on <= due.expires_on);

-- name: leads are qualified in order, and converted when they are qualified
select id from raw_crm.leads
where mql_date < created_date or sql_date < mql_date or (sql_date is not null and mql_date is null)
    or converted_date < coalesce(sql_date, created_date)
    or (status = 'Qualified') <> (converted_date is not null)
    or (converted_date is not null) <> (converted_opportunity_id is not null);

-- name: a CRM account that was merged is deleted, and its target is not
select a.id from raw_crm.accounts a left join raw_crm.accounts b on b.id = a.merged_into_id
where (a.merged_into_id is not null) <> a.is_deleted or b.is_deleted;

-- name: tickets are solved after they came, when and only when their status says so
select id from raw_support.tickets
where solved_at < created_at or updated_at < created_at or (status in ('solved', 'closed')) <> (solved_at is not null);

-- name: a ticket's changes of status follow each other up to where it stands
select ticket_id
from (
    select e.*, t.status, lag(e.to_value) over (partition by ticket_id order by e.created_at) as before
    from raw_support.ticket_events e join raw_support.tickets t on t.id = e.ticket_id
    where e.event_type = 'status'
)
group by ticket_id, status
having arg_max(to_value, created_at) <> status or count(*) filter (coalesce(before, 'new') <> from_value) > 0;

-- name: a ticket is merged into an older one that was not
select a.id from raw_support.tickets a join raw_support.tickets b on a.merged_into_id = b.id
where b.merged_into_id is not null or b.created_at > a.created_at;

-- name: a form belongs to a session of its visitor
select f.submission_id from raw_marketing.form_submissions f join raw_marketing.web_sessions s using (session_id)
where s.anonymous_id <> f.anonymous_id or f.submitted_at < s.started_at;

-- name: a delivery repeated is the same but for when it was loaded
select event_id from raw_telemetry.events
group by 1 having count(distinct (event_name, user_id, workspace_id, occurred_at, received_at, client, properties)) > 1
union all
select ping_id from raw_telemetry.server_pings
group by 1 having count(distinct (server_id, license_key, version, received_at, daily_active_users)) > 1;

-- name: events come from members of a workspace, while both are there
select e.event_id
from raw_telemetry.events e
left join raw_app.memberships m on m.user_id = e.user_id and m.workspace_id = e.workspace_id
join raw_app.workspaces w on w.workspace_id = e.workspace_id
where m.membership_id is null or e.received_at < m.joined_at
    or (epoch(e.received_at) - epoch(e.occurred_at) between 0 and 3 * 86400 and e.occurred_at > coalesce(m.removed_at, w.deleted_at));

-- name: events arrive within three days; else the client's clock is ahead by days or behind by years
select event_id from raw_telemetry.events
where epoch(received_at) - epoch(occurred_at) between 3 * 86400 + 1 and 600 * 86400;

-- name: no event was received that happened while the collector was down in its region
select e.event_id
from raw_telemetry.events e
join raw_app.workspaces w using (workspace_id)
join raw_telemetry.incidents i
    on i.kind = 'telemetry_loss' and e.occurred_at >= i.started_at and e.occurred_at < i.resolved_at
    and coalesce(i.region, w.region) = w.region
where epoch(e.received_at) - epoch(e.occurred_at) between 0 and 3 * 86400;

-- name: fewer are active on a day than in a month, and no more than are registered
select ping_id from raw_telemetry.server_pings
where daily_active_users > monthly_active_users or monthly_active_users > registered_users
    or (daily_active_users = -1) <> (registered_users = -1);

-- name: journals balance, entries are on one side
select journal_id from raw_finance.gl_entries group by 1
having abs(sum(debit) - sum(credit)) > 0.001 or count(*) filter ((debit = 0) = (credit = 0)) > 0;

-- name: an entry's period is the fiscal month of its date
select entry_id from raw_finance.gl_entries
where period <> format('FY{:02d}-P{:02d}', (year(posted_on) + (month(posted_on) > 1)::int) % 100, (month(posted_on) + 10) % 12 + 1);

-- name: a reversal takes back what was accrued, in the next month
select e.entry_id from raw_finance.gl_entries e join raw_finance.gl_entries r on e.reversed_entry_id = r.entry_id
where e.debit <> r.credit or e.credit <> r.debit or e.posted_on <> r.posted_on + 1 or e.account_code <> r.account_code;

-- name: every business day has a rate for each currency, other days have none
select rate_date from raw_treasury.fx_rates group by 1 having count(*) <> 3 or isodow(rate_date) > 5;

-- name: nothing is later than the frozen clock but ends of periods
select 'loaded' from raw_telemetry.events where _loaded_at > '2025-06-30 23:59' or _loaded_at < received_at
union all select 'pings' from raw_telemetry.server_pings where _loaded_at > '2025-06-30 23:59' or _loaded_at < received_at
union all select 'invoices' from raw_billing.invoices where greatest(created, finalized_at, paid_at, voided_at) > 1751327940
union all select 'subscriptions' from raw_billing.subscription_events where occurred_at > 1751327940
union all select 'opportunities' from raw_crm.opportunities where greatest(created_date, last_modified_date) > '2025-06-30 23:59';
