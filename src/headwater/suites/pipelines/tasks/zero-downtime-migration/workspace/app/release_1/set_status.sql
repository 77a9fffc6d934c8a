UPDATE shop.orders SET status = %(status)s WHERE order_key = %(order_key)s
RETURNING order_id;
