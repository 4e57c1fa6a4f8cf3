-- Every version of one entry, oldest first: id, version, digest, body, whether it is retired.
select p.entry, p.version, p.digest, p.body::text, r.entry is not null
from scriptsmith.published p left join scriptsmith.retired r using (entry, version)
where p.entry = %(entry)s order by p.version
