-- Keeps one version of an entry for good.
insert into scriptsmith.published (entry, version, digest, body)
values (%(entry)s, %(version)s, %(digest)s, %(body)s::json)
