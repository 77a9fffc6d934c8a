-- Login page: the person who logs in. It runs at each login.
SELECT id, username, email
FROM app.users
WHERE username = %(username)s;
