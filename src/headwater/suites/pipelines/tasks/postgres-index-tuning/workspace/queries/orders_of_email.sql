-- Support desk: everything that was ordered with an address, however it was typed.
SELECT order_id, contact_email, placed_at, status, total_cents
FROM app.orders
WHERE lower(contact_email) = 'buyer4102@larkspur.example'
ORDER BY placed_at;
