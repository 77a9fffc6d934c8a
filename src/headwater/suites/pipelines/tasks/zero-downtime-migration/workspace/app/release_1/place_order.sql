-- A customer places an order, or gets money back. No row comes back if the order is there already.
INSERT INTO shop.orders (order_key, customer_id, market, kind, currency, amount)
VALUES (%(order_key)s, %(customer_id)s, %(market)s, %(kind)s, %(currency)s, %(amount)s)
ON CONFLICT (order_key) DO NOTHING
RETURNING order_id;
