ALTER TABLE rail.bookings MODIFY COLUMN name String, MODIFY COLUMN email String, MODIFY COLUMN phone String,
    MODIFY COLUMN born Nullable(Date), MODIFY TTL addYears(toStartOfYear(travel_on), 11) WHERE NOT hold
