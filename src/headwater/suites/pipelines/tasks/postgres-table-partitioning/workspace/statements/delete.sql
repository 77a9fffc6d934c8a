-- An author takes something back.
DELETE FROM social.activity
WHERE activity_id = %(activity_id)s AND user_id = %(user_id)s
RETURNING activity_id;
