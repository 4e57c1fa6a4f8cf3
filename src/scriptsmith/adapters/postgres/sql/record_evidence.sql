-- Keeps one piece of evidence for good.
insert into scriptsmith.evidence (entry, version, kind, digest, body)
values (%(entry)s, %(version)s, %(kind)s, %(digest)s, %(body)s::json)
