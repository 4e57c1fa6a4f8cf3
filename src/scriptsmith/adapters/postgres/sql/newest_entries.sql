-- The newest version of every entry: id, version, digest, body, whether it is retired.
select distinct on (p.entry) p.entry, p.version, p.digest, p.body::text, r.entry is not null
from scriptsmith.published p left join scriptsmith.retired r using (entry, version)
order by p.entry, p.version desc
