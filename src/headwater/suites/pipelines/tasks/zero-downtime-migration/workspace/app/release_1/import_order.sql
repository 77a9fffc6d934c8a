-- An importer adds an order of a partner.
INSERT INTO shop.orders (order_key, customer_id, market, kind, amount)
VALUES (%(order_key)s, %(customer_id)s, %(market)s, %(kind)s, %(amount)s)
ON CONFLICT (order_key) DO NOTHING
RETURNING order_id;
