SELECT order_id, currency, amount_minor, status FROM shop.orders WHERE order_key = %(order_key)s;
