CREATE SCHEMA app;

CREATE TABLE app.sales (
    sale_id bigint PRIMARY KEY,
    customer_id integer NOT NULL,
    product text NOT NULL,
    country text,
    amount numeric(14, 2) NOT NULL,
    currency text NOT NULL,
    sold_at timestamptz NOT NULL,
    status text NOT NULL,
    refunded numeric(14, 2),
    note text,
    updated_at timestamptz NOT NULL,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT as_before_app_2 CHECK (
        sold_at >= '2025-09-01 00:00:00+00' OR (country <> '' AND note IS NULL AND sold_at = date_trunc('second', sold_at))
    )
);

CREATE TABLE app.sales_deleted (
    sale_id bigint NOT NULL,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    deleted_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE app.refunds (
    sale_id bigint NOT NULL,
    amount numeric(14, 2) NOT NULL CHECK (amount > 0),
    refunded_at timestamptz NOT NULL DEFAULT now()
);

-- What Finance has signed.
CREATE TABLE app.closings (
    month date NOT NULL,
    currency text NOT NULL,
    sales bigint NOT NULL,
    amount numeric(16, 2) NOT NULL,
    refunded numeric(16, 2) NOT NULL,
    PRIMARY KEY (month, currency)
);

CREATE FUNCTION app.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF coalesce(current_setting('app.retires', true), '') <> 'on' THEN
            INSERT INTO app.sales_deleted (sale_id) VALUES (OLD.sale_id);
        END IF;
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.sale_id <> OLD.sale_id THEN
        RAISE EXCEPTION 'sales keep their numbers';
    END IF;
    IF (TG_OP = 'INSERT' OR NEW.sold_at <> OLD.sold_at)
        AND NEW.sold_at AT TIME ZONE 'UTC' < (SELECT max(month) + interval '1 month' FROM app.closings) THEN
        RAISE EXCEPTION 'the month is closed';
    END IF;
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

-- The refund job.
CREATE FUNCTION app.refund(sale bigint, sum numeric) RETURNS void LANGUAGE sql AS $$
    INSERT INTO app.refunds (sale_id, amount) VALUES (sale, sum);
    UPDATE app.sales SET refunded = coalesce(refunded, 0) + sum, status = 'refunded' WHERE sale_id = sale;
$$;

-- Close the oldest month, which then leaves this database.
CREATE FUNCTION app.retire(closed date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    since timestamptz := closed::timestamp AT TIME ZONE 'UTC';
    until timestamptz := (closed + interval '1 month') AT TIME ZONE 'UTC';
    retired bigint;
BEGIN
    INSERT INTO app.closings
    SELECT closed, currency, count(*), sum(amount), sum(coalesce(refunded, 0))
    FROM app.sales WHERE sold_at >= since AND sold_at < until GROUP BY currency;
    PERFORM set_config('app.retires', 'on', true);
    DELETE FROM app.sales WHERE sold_at >= since AND sold_at < until;
    GET DIAGNOSTICS retired = ROW_COUNT;
    PERFORM set_config('app.retires', 'off', true);
    RETURN retired;
END
$$;

INSERT INTO app.sales (sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note, updated_at)
WITH numbered AS (
    SELECT k, hashint8(k)::bigint & 2147483647 AS h, hashint8(k + 900001)::bigint & 2147483647 AS g FROM generate_series(50001, 100000) k
),
timed AS (
    SELECT *, timestamptz '2025-09-01 00:00:00+00' + (k - 50000) * interval '718 seconds' + g % 86400 * interval '1 second' AS moment
    FROM numbered
)
SELECT k, CASE WHEN h % 400 = 9 THEN 417 ELSE 1 + g % 9000 END, 'Book ' || h % 400,
    CASE h % 9 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'AT' WHEN 3 THEN 'CH' WHEN 4 THEN 'FI' ELSE 'DE' END,
    CASE WHEN h % 6000 = 11 THEN 700000000000.01 + g % 1000 ELSE (99 + g % 9000)::numeric / 100 END,
    CASE WHEN h % 7 = 3 THEN 'CHF' ELSE 'EUR' END, moment + h % 1000000 * interval '1 microsecond',
    CASE WHEN g % 31 = 0 THEN 'test' WHEN g % 17 = 0 THEN 'open' ELSE 'paid' END, NULL,
    CASE h % 13 WHEN 1 THEN E'line one\nline two' WHEN 2 THEN E'tab\there, "quoted", it''s \\ done' WHEN 3 THEN 'žluťoučký 🎧' WHEN 4 THEN '' END,
    moment
FROM timed;

-- Sales of August whose time support corrected.
INSERT INTO app.sales (sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note, updated_at)
SELECT k, 1, 'Book 1', 'AT', 9.50, 'EUR', timestamptz '2025-09-02 08:00:00+00' + k % 100 * interval '1 minute', 'paid', NULL, NULL,
    timestamptz '2025-08-29 00:00:00+00' + k * interval '1 second'
FROM generate_series(40001, 40012) k;

CREATE TRIGGER note_change BEFORE INSERT OR UPDATE OR DELETE ON app.sales FOR EACH ROW EXECUTE FUNCTION app.note_change();

CREATE INDEX sales_changed_in ON app.sales (changed_in);
CREATE INDEX sales_sold_at ON app.sales (sold_at);
CREATE INDEX sales_customer ON app.sales (customer_id);
CREATE INDEX sales_deleted_changed_in ON app.sales_deleted (changed_in);
CREATE INDEX refunds_sale ON app.refunds (sale_id);
