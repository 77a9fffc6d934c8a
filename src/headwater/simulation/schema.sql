-- The raw tables of Mooring Inc., as its loaders leave them: what the simulation fills and the dbt project reads.
--
-- Mooring sells a workplace for operations teams as a cloud product and as a server that customers run themselves.
-- Every source keeps its own habits: what a column holds is what its system's vendor would put there, not what an
-- analyst would like. `_loaded_at` is when the loader wrote the row (UTC). Timestamps are UTC unless a comment says so.

-- app: the cloud product's own database, replicated hourly. Rows are updated in place; deletions leave `deleted_at`.
create schema raw_app;
create table raw_app.accounts (
    account_id varchar,              -- acc_…; the customer company. Self-managed customers have one, too (their portal login)
    name varchar,
    created_at timestamp,
    updated_at timestamp,
    deleted_at timestamp,
    owner_user_id varchar,
    billing_country varchar,         -- ISO 3166 alpha-2; sometimes lower case, 'UK' for GB, or empty
    industry varchar,
    employee_band varchar,           -- '1-10', '11-50', '51-200', '201-1000', '1001-5000', '5000+'
    is_internal boolean,             -- Mooring's own
    is_test boolean,                 -- load tests and demos
    crm_account_id varchar,          -- the CRM's 18-character id; null for most of self-serve
    _loaded_at timestamp
);
create table raw_app.account_changes (   -- change data capture of accounts: one row for every version, the first too
    change_id bigint, account_id varchar, name varchar, owner_user_id varchar, industry varchar, employee_band varchar,
    billing_country varchar, changed_at timestamp, operation varchar, _loaded_at timestamp   -- 'insert','update','delete'
);
create table raw_app.users (
    user_id varchar,                 -- usr_…
    email varchar,                   -- mixed case; test users end in @mooring.test, staff in @mooring.example
    created_at timestamp, updated_at timestamp, deleted_at timestamp,
    is_bot boolean,
    locale varchar, time_zone varchar,   -- IANA; null for a tenth
    signup_source varchar,           -- 'organic','invite','paid','partner','sales'; older rows 'Organic' or 'google'
    signup_anonymous_id varchar,     -- the web visitor that signed up; null for invited users
    _loaded_at timestamp
);
create table raw_app.workspaces (
    workspace_id varchar,            -- ws_…; cloud only
    account_id varchar, name varchar, region varchar,   -- 'us-east','us-west','eu-central','ap-south'
    plan_code varchar,               -- 'free','team','business','enterprise' as it is now; before 2022-07 'starter' was 'team'
    created_at timestamp, updated_at timestamp, deleted_at timestamp,
    trial_started_at timestamp, trial_ends_at timestamp,
    _loaded_at timestamp
);
create table raw_app.workspace_plan_changes (
    change_id bigint, workspace_id varchar, from_plan varchar, to_plan varchar, changed_at timestamp,
    reason varchar,                  -- 'signup','trial_started','trial_expired','upgrade','downgrade','cancel'
    _loaded_at timestamp
);
create table raw_app.memberships (
    membership_id bigint, workspace_id varchar, user_id varchar, role varchar,   -- 'owner','admin','member','guest'
    invited_at timestamp, joined_at timestamp, removed_at timestamp, _loaded_at timestamp
);
create table raw_app.invitations (
    invitation_id bigint, workspace_id varchar, inviter_user_id varchar, email varchar,
    sent_at timestamp, accepted_at timestamp, expires_at timestamp, _loaded_at timestamp
);
create table raw_app.feature_flags (
    flag_key varchar, feature varchar, minimum_plan varchar, released_on date, retired_on date, _loaded_at timestamp
);

-- telemetry: the event collector and the ping endpoint of servers. Append-only; delivered at least once.
create schema raw_telemetry;
create table raw_telemetry.events (
    event_id varchar,                -- a delivery repeated has the same id
    event_name varchar,              -- 'message_posted','runbook_run','board_updated','file_shared','call_started','search','login','integration_fired'
    user_id varchar, workspace_id varchar,
    occurred_at timestamp,           -- by the client's clock; a few are in the future or years back
    received_at timestamp,           -- up to three days after
    client varchar,                  -- 'web','desktop','ios','android'; 'Desktop' before 2022
    client_version varchar,
    properties varchar,              -- JSON
    _loaded_at timestamp
);
create table raw_telemetry.server_pings (
    ping_id varchar, server_id varchar,   -- srv_…
    license_key varchar,             -- null on the free edition
    version varchar,                 -- '7.10.2'; some '7.10.2-rc1' or 'v7.10.2'
    edition varchar,                 -- 'free','professional','enterprise'
    received_at timestamp,           -- one a day and server; some servers ping twice, some skip days
    daily_active_users integer, monthly_active_users integer, registered_users integer, -- -1 where the admin switched counts off
    database_type varchar, operating_system varchar, is_container boolean,
    country varchar, is_developer_build boolean,
    _loaded_at timestamp
);
create table raw_telemetry.server_features (   -- weekly
    server_id varchar, feature varchar, is_enabled boolean, uses_7d integer, reported_on date, _loaded_at timestamp
);
create table raw_telemetry.incidents (
    incident_id integer, service varchar, severity varchar, started_at timestamp, resolved_at timestamp,
    kind varchar,                    -- 'outage','degraded','telemetry_loss'
    region varchar,                  -- null: all
    _loaded_at timestamp
);

-- releases: exported from the build system.
create schema raw_releases;
create table raw_releases.versions (
    version varchar, released_on date, is_lts boolean, end_of_support_on date, edition_minimum varchar, _loaded_at timestamp
);
create table raw_releases.security_advisories (
    advisory_id varchar, published_on date, severity varchar, fixed_in_version varchar, affects_from_version varchar, _loaded_at timestamp
);

-- licensing: the licence server of the self-managed product.
create schema raw_licensing;
create table raw_licensing.licenses (
    license_id varchar,              -- lic_…
    license_key varchar,
    account_id varchar,              -- of the app; empty on licences before 2022
    customer_email varchar,
    crm_opportunity_id varchar,      -- the sale it comes from; null for trials and online sales
    sku varchar,                     -- 'SM-PRO','SM-ENT','SM-TRIAL'
    seats integer, issued_at timestamp, starts_on date, expires_on date,   -- the last day on which it is valid
    revoked_at timestamp, replaced_by_license_id varchar,
    _loaded_at timestamp
);
create table raw_licensing.license_events (
    event_id bigint, license_id varchar, event_type varchar,   -- 'issued','activated','seats_changed','renewed','expired','revoked'
    server_id varchar, seats integer, occurred_at timestamp, _loaded_at timestamp
);

-- billing: a payment provider's export. Amounts in the currency's minor unit (cents). Times are Unix seconds.
create schema raw_billing;
create table raw_billing.customers (
    id varchar, email varchar, name varchar, currency varchar, -- cus_…; lower-case currency: 'usd','eur','gbp','jpy' (jpy has no minor unit)
    created bigint, deleted boolean, account_ref varchar,      -- account_id of the app, from metadata; some missing
    country varchar, tax_exempt varchar, _loaded_at timestamp
);
create table raw_billing.products (id varchar, name varchar, product_line varchar, active boolean, created bigint, _loaded_at timestamp); -- 'cloud','self_managed','addon','services'
create table raw_billing.prices (
    id varchar, product_id varchar, currency varchar, unit_amount bigint, billing_interval varchar, -- 'month','year','one_time'
    plan_code varchar, active boolean, created bigint, _loaded_at timestamp
);
create table raw_billing.subscriptions (
    id varchar, customer_id varchar, workspace_id varchar,     -- sub_…; workspace null for self-managed
    status varchar,                  -- 'trialing','active','past_due','canceled','unpaid'
    started_at bigint, trial_end bigint, current_period_start bigint, current_period_end bigint,
    cancel_at_period_end boolean, canceled_at bigint, ended_at bigint, discount_coupon_id varchar, _loaded_at timestamp
);
create table raw_billing.subscription_items (
    id varchar, subscription_id varchar, price_id varchar, quantity integer, created bigint, removed_at bigint, _loaded_at timestamp
);
create table raw_billing.subscription_events (   -- one row for each change; the only history that the provider keeps
    id varchar, subscription_id varchar, event_type varchar,   -- 'created','trial_converted','quantity_changed','plan_changed','renewed','canceled','reactivated','payment_failed'
    price_id varchar, quantity integer, previous_price_id varchar, previous_quantity integer, occurred_at bigint, _loaded_at timestamp
);
create table raw_billing.coupons (id varchar, percent_off double, duration_months integer, valid_from bigint, redeem_by bigint, _loaded_at timestamp);
create table raw_billing.invoices (
    id varchar, customer_id varchar, subscription_id varchar, number varchar, -- in_…
    status varchar,                  -- 'draft','open','paid','void','uncollectible'
    currency varchar, subtotal bigint, tax bigint, total bigint, amount_paid bigint,
    created bigint, finalized_at bigint, due_at bigint, paid_at bigint, voided_at bigint,
    license_id varchar,              -- self-managed invoices
    _loaded_at timestamp
);
create table raw_billing.invoice_lines (
    id varchar, invoice_id varchar, price_id varchar, description varchar, quantity integer,
    amount bigint,                   -- before tax, after discount; negative on prorations
    period_start bigint, period_end bigint,   -- the end is exclusive
    proration boolean, _loaded_at timestamp
);
create table raw_billing.charges (
    id varchar, invoice_id varchar, customer_id varchar, amount bigint, currency varchar,
    status varchar,                  -- 'succeeded','failed','pending'
    failure_code varchar, method varchar, created bigint, fee bigint, _loaded_at timestamp   -- fee in USD cents
);
create table raw_billing.refunds (id varchar, charge_id varchar, amount bigint, currency varchar, reason varchar, status varchar, created bigint, _loaded_at timestamp);
create table raw_billing.credit_notes (id varchar, invoice_id varchar, amount bigint, currency varchar, reason varchar, created bigint, voided_at bigint, _loaded_at timestamp);
create table raw_billing.disputes (id varchar, charge_id varchar, amount bigint, currency varchar, status varchar, created bigint, _loaded_at timestamp); -- 'won','lost','under_review'

-- treasury: reference rates of business days.
create schema raw_treasury;
create table raw_treasury.fx_rates (rate_date date, currency varchar, usd_per_unit double, _loaded_at timestamp);   -- EUR, GBP, JPY; no weekends, no holidays

-- crm: a sales system. Ids have 18 characters; money in the currency of the record; dates of its users' calendar (US Pacific).
create schema raw_crm;
create table raw_crm.users (id varchar, name varchar, email varchar, role varchar, manager_id varchar, territory_id varchar, is_active boolean, hired_on date, left_on date, _loaded_at timestamp); -- 'AE','SDR','CSM','Manager','VP','Integration'
create table raw_crm.territories (id varchar, name varchar, region varchar, segment varchar, _loaded_at timestamp); -- 'AMER','EMEA','APAC'; 'SMB','Mid-Market','Enterprise'
create table raw_crm.accounts (
    id varchar, name varchar, website varchar, type varchar,   -- 'Prospect','Customer','Former Customer','Partner'
    industry varchar, employees integer, billing_country varchar, parent_id varchar, owner_id varchar, csm_id varchar,
    app_account_id varchar, created_date timestamp, last_modified_date timestamp, is_deleted boolean, merged_into_id varchar, _loaded_at timestamp
);
create table raw_crm.contacts (id varchar, account_id varchar, email varchar, title varchar, created_date timestamp, is_deleted boolean, _loaded_at timestamp);
create table raw_crm.leads (
    id varchar, email varchar, company varchar, lead_source varchar, status varchar, -- 'New','Working','Nurture','Qualified','Disqualified'
    owner_id varchar, anonymous_id varchar, created_date timestamp, mql_date timestamp, sql_date timestamp,
    converted_date timestamp, converted_account_id varchar, converted_contact_id varchar, converted_opportunity_id varchar,
    is_deleted boolean, _loaded_at timestamp
);
create table raw_crm.opportunities (
    id varchar, account_id varchar, owner_id varchar, name varchar,
    type varchar,                    -- 'New Business','Expansion','Renewal'
    stage varchar,                   -- 'Discovery','Evaluation','Proposal','Negotiation','Closed Won','Closed Lost'
    amount double, currency varchar, probability integer, close_date date, created_date timestamp, last_modified_date timestamp,
    forecast_category varchar, lead_source varchar, lost_reason varchar, product_line varchar, -- 'cloud','self_managed'
    term_months integer,             -- 1, 12, 24, 36; null while nobody knows. `amount` is for the whole term
    seats integer, primary_campaign_id varchar, renewed_license_id varchar, is_deleted boolean, _loaded_at timestamp
);
create table raw_crm.opportunity_history (   -- one row for each change of stage, amount or close date
    id varchar, opportunity_id varchar, stage varchar, amount double, close_date date, created_date timestamp, created_by_id varchar, _loaded_at timestamp
);
create table raw_crm.opportunity_products (id varchar, opportunity_id varchar, product_code varchar, quantity integer, unit_price double, discount_percent double, _loaded_at timestamp);
create table raw_crm.activities (id varchar, type varchar, owner_id varchar, contact_id varchar, lead_id varchar, opportunity_id varchar, activity_date timestamp, subject varchar, outcome varchar, _loaded_at timestamp); -- 'Call','Email','Meeting','Demo'
create table raw_crm.campaigns (id varchar, name varchar, type varchar, status varchar, start_date date, end_date date, budgeted_cost double, actual_cost double, ad_campaign_id varchar, _loaded_at timestamp);
create table raw_crm.campaign_members (id varchar, campaign_id varchar, lead_id varchar, contact_id varchar, status varchar, created_date timestamp, _loaded_at timestamp); -- 'Sent','Responded','Attended'
create table raw_crm.quotas (id varchar, user_id varchar, fiscal_quarter varchar, quota_amount double, _loaded_at timestamp);   -- 'FY25-Q1'; USD

-- support: a ticket system.
create schema raw_support;
create table raw_support.organizations (id bigint, name varchar, external_id varchar, domain_names varchar, created_at timestamp, _loaded_at timestamp);   -- external_id: account_id of the app, some missing; domains separated by blanks
create table raw_support.agents (id bigint, name varchar, email varchar, team varchar, hired_on date, is_active boolean, _loaded_at timestamp);
create table raw_support.tickets (
    id bigint, organization_id bigint, requester_email varchar, assignee_id bigint, subject varchar, channel varchar, -- 'email','web','chat','api'
    priority varchar,                -- 'low','normal','high','urgent'; null means normal
    status varchar,                  -- 'new','open','pending','hold','solved','closed'
    product varchar, category varchar, created_at timestamp, updated_at timestamp, solved_at timestamp,
    is_spam boolean, merged_into_id bigint, tags varchar, _loaded_at timestamp
);
create table raw_support.ticket_events (id bigint, ticket_id bigint, event_type varchar, from_value varchar, to_value varchar, actor_id bigint, created_at timestamp, _loaded_at timestamp); -- 'status','priority','assignee'
create table raw_support.ticket_comments (id bigint, ticket_id bigint, author_kind varchar, is_public boolean, created_at timestamp, characters integer, _loaded_at timestamp); -- 'requester','agent','system'
create table raw_support.satisfaction_ratings (id bigint, ticket_id bigint, score varchar, comment varchar, created_at timestamp, _loaded_at timestamp); -- 'offered','good','bad'
create table raw_support.sla_policies (id integer, plan_tier varchar, priority varchar, first_response_minutes integer, resolution_minutes integer, business_hours_only boolean, valid_from date, valid_to date, _loaded_at timestamp);

-- marketing: web analytics, advertising platforms, e-mail and events.
create schema raw_marketing;
create table raw_marketing.web_sessions (
    session_id varchar, anonymous_id varchar, started_at timestamp, landing_page varchar, referrer varchar,
    utm_source varchar, utm_medium varchar, utm_campaign varchar, device varchar, country varchar, pages integer, is_bot boolean, _loaded_at timestamp
);
create table raw_marketing.form_submissions (submission_id varchar, anonymous_id varchar, session_id varchar, form varchar, email varchar, submitted_at timestamp, _loaded_at timestamp); -- 'demo','contact','whitepaper','newsletter'
create table raw_marketing.ad_campaigns (ad_campaign_id varchar, platform varchar, name varchar, utm_campaign varchar, objective varchar, started_on date, ended_on date, _loaded_at timestamp); -- 'google','linkedin','meta'
create table raw_marketing.ad_spend (spend_date date, ad_campaign_id varchar, platform varchar, impressions bigint, clicks bigint, spend double, currency varchar, restated_at timestamp, _loaded_at timestamp); -- platforms restate three days back: the last `restated_at` of a day holds
create table raw_marketing.email_events (event_id varchar, email varchar, campaign_name varchar, event_type varchar, occurred_at timestamp, _loaded_at timestamp); -- 'sent','delivered','opened','clicked','unsubscribed','bounced'
create table raw_marketing.webinar_registrations (registration_id varchar, webinar varchar, email varchar, registered_at timestamp, attended boolean, minutes_attended integer, held_on date, _loaded_at timestamp);

-- survey: net promoter score, asked in the product every half year.
create schema raw_survey;
create table raw_survey.nps_responses (response_id varchar, user_id varchar, workspace_id varchar, score integer, comment varchar, responded_at timestamp, _loaded_at timestamp); -- 0 to 10; now and then twice

-- finance: the ledger and the plan. Money in USD. Fiscal years begin on the first of February: FY25 is 2024-02 to 2025-01.
create schema raw_finance;
create table raw_finance.gl_accounts (account_code varchar, name varchar, statement varchar, category varchar, normal_balance varchar, _loaded_at timestamp); -- 'income','balance'; 'debit','credit'
create table raw_finance.gl_entries (entry_id bigint, journal_id varchar, posted_on date, period varchar, account_code varchar, cost_center varchar, debit double, credit double, memo varchar, source varchar, reversed_entry_id bigint, _loaded_at timestamp); -- period: 'FY25-P01'; source 'billing','payroll','ap','manual'
create table raw_finance.cost_centers (cost_center varchar, name varchar, department varchar, owner_email varchar, _loaded_at timestamp);
create table raw_finance.budgets (fiscal_year integer, version varchar, period varchar, account_code varchar, cost_center varchar, amount double, _loaded_at timestamp); -- 'original','reforecast'
create table raw_finance.headcount (employee_id varchar, department varchar, cost_center varchar, started_on date, ended_on date, annual_cost double, country varchar, _loaded_at timestamp);
create table raw_finance.targets (metric varchar, fiscal_quarter varchar, target double, _loaded_at timestamp); -- 'arr','new_arr','nrr','weekly_active_users','csat'

-- cloud: what the hosting provider charges, by day.
create schema raw_cloud;
create table raw_cloud.usage_costs (usage_date date, region varchar, service varchar, workspace_id varchar, cost_usd double, credit_usd double, _loaded_at timestamp); -- workspace null for shared services
