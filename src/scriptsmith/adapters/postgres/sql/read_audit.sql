-- The records of the audit after a number, in order; all of them where no limit is given. Of one person, about one
-- thing, and whose act begins in a certain way, where that is asked for.
select seq, at, who, act, about, why, way, more, before, digest from scriptsmith.audit
where seq > %(after)s
  and (%(who)s::text = '' or who = %(who)s::text) and (%(about)s::text = '' or about = %(about)s::text)
  and (%(act)s::text = '' or starts_with(act, %(act)s::text))
order by seq limit nullif(%(limit)s::bigint, 0)
