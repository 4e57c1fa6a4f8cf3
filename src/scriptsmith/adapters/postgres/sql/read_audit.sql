-- The records of the audit after a number, in order; all of them where no limit is given.
select seq, at, who, act, about, why, way, more, before, digest
from scriptsmith.audit where seq > %(after)s order by seq limit nullif(%(limit)s::bigint, 0)
