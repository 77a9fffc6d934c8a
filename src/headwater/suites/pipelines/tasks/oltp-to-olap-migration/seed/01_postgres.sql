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
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);

CREATE TABLE app.sales_deleted (sale_id bigint NOT NULL, changed_in xid8 NOT NULL DEFAULT pg_current_xact_id());

CREATE FUNCTION app.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO app.sales_deleted (sale_id) VALUES (OLD.sale_id);
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.sale_id <> OLD.sale_id THEN
        RAISE EXCEPTION 'sales keep their numbers';
    END IF;
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE TRIGGER note_change BEFORE INSERT OR UPDATE OR DELETE ON app.sales FOR EACH ROW EXECUTE FUNCTION app.note_change();

INSERT INTO app.sales (sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note, updated_at)
WITH numbered AS (
    SELECT k, hashint8(k)::bigint & 2147483647 AS h, hashint8(k + 900001)::bigint & 2147483647 AS g FROM generate_series(1, 30000) k
)
SELECT k, CASE WHEN h % 60 = 9 THEN 417 ELSE 1 + g % 9000 END, 'Book ' || h % 400,
    CASE h % 9 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'AT' WHEN 3 THEN 'CH' WHEN 4 THEN 'FI' ELSE 'DE' END,
    CASE WHEN h % 6000 = 11 THEN 700000000000.01 + g % 1000 ELSE (99 + g % 9000)::numeric / 100 END,
    CASE WHEN h % 7 = 3 THEN 'CHF' ELSE 'EUR' END,
    timestamptz '2025-09-01 00:00:00+00' + g % 36000000 * interval '1 second' + h % 1000000 * interval '1 microsecond',
    CASE WHEN g % 31 = 0 THEN 'test' WHEN g % 17 = 0 THEN 'open' ELSE 'paid' END, NULL,
    CASE h % 13 WHEN 1 THEN E'line one\nline two' WHEN 2 THEN E'tab\there, "quoted", it''s \\ done' WHEN 3 THEN 'žluťoučký 🎧' WHEN 4 THEN '' END,
    timestamptz '2025-09-01 00:00:00+00' + g % 36000000 * interval '1 second'
FROM numbered;

CREATE INDEX sales_changed_in ON app.sales (changed_in);
CREATE INDEX sales_sold_at ON app.sales (sold_at);
CREATE INDEX sales_customer ON app.sales (customer_id);
CREATE INDEX sales_deleted_changed_in ON app.sales_deleted (changed_in);
ANALYZE;
