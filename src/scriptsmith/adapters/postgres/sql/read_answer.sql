-- What was answered under a key: the request's digest, status, place, body.
select request, status, location, body from scriptsmith.answer where who = %(who)s and key = %(key)s
