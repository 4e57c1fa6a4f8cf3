-- Keeps what a request was answered.
update scriptsmith.answer set request = %(request)s, status = %(status)s, location = %(location)s, body = %(body)s
where who = %(who)s and key = %(key)s
