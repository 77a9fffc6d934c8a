SELECT order_id, amount, status FROM shop.orders WHERE order_key = %(order_key)s;
