-- An item is taken off an order, or added to it.
UPDATE shop.orders SET amount = %(amount)s WHERE order_key = %(order_key)s
RETURNING order_id;
