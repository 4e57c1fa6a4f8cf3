-- Ends a session, and says whose it was.
delete from scriptsmith.session where digest = %(digest)s returning name, id
