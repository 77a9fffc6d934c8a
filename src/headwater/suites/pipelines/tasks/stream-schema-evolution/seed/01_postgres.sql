CREATE SCHEMA registry;

CREATE TABLE registry.schemas (
    number bigint PRIMARY KEY,
    subject text NOT NULL,
    version integer NOT NULL,
    fields jsonb NOT NULL,
    UNIQUE (subject, version)
);

CREATE TABLE registry.changes (
    changed_at timestamptz NOT NULL DEFAULT now(),
    number bigint NOT NULL,
    before jsonb NOT NULL,
    after jsonb
);

CREATE FUNCTION registry.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO registry.changes (number, before, after)
    VALUES (OLD.number, to_jsonb(OLD), CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(NEW) END);
    RETURN NULL;
END
$$;

CREATE TRIGGER note_change AFTER UPDATE OR DELETE ON registry.schemas FOR EACH ROW EXECUTE FUNCTION registry.note_change();

INSERT INTO registry.schemas VALUES
    (1, 'orders', 1, '[
        {"name": "order", "type": "text", "doc": "the same as the key"},
        {"name": "customer", "type": "text"},
        {"name": "cents", "type": "int", "doc": "what the customer pays"},
        {"name": "placed_at", "type": "int", "doc": "seconds since 1970"},
        {"name": "coupon", "type": ["null", "text"], "default": null}
    ]'),
    (2, 'orders', 2, '[
        {"name": "order", "type": "text", "doc": "the same as the key"},
        {"name": "customer", "type": "text"},
        {"name": "persons", "type": "int", "default": 2},
        {"name": "cents", "type": "int", "doc": "what the customer pays"},
        {"name": "placed_at", "type": "int", "doc": "seconds since 1970"},
        {"name": "channel", "type": "text", "default": "web"}
    ]'),
    (3, 'returns', 1, '[
        {"name": "order", "type": "text"},
        {"name": "reason", "type": ["null", "text"], "default": null},
        {"name": "received_at", "type": "int", "doc": "seconds since 1970"}
    ]');

-- Thursday.
UPDATE registry.schemas SET fields = '[
    {"name": "order", "type": "text", "doc": "the same as the key"},
    {"name": "customer", "type": "text"},
    {"name": "region", "type": "text", "doc": "where the box goes"},
    {"name": "persons", "type": "int", "default": 2},
    {"name": "cents", "type": "int", "doc": "what the customer pays"},
    {"name": "placed_at", "type": "int", "doc": "milliseconds since 1970"},
    {"name": "channel", "type": "text", "default": "web"}
]' WHERE number = 2;
UPDATE registry.changes SET changed_at = '2026-11-19 07:48:31+00';

CREATE SCHEMA shop;

-- What the website writes; the content of an order that was cancelled is NULL.
CREATE TABLE shop.checkouts (
    id bigint PRIMARY KEY,
    order_no text NOT NULL,
    content jsonb,
    written_at timestamptz NOT NULL
);

-- How far publish.py is.
CREATE TABLE shop.published (up_to bigint NOT NULL);

CREATE SCHEMA stats;

CREATE TABLE stats.orders (order_no text PRIMARY KEY, day date NOT NULL, cents bigint NOT NULL);
CREATE TABLE stats.offsets (partition integer PRIMARY KEY, next bigint NOT NULL);
CREATE TABLE stats.rejected (partition integer NOT NULL, "offset" bigint NOT NULL, reason text NOT NULL, PRIMARY KEY (partition, "offset"));
CREATE VIEW stats.daily AS SELECT day, count(*) AS orders, sum(cents) AS cents FROM stats.orders GROUP BY day;
