-- The claim is closed.
ALTER TABLE rail.bookings UPDATE hold = 0 WHERE booking_id IN (100000) SETTINGS mutations_sync = 1;
