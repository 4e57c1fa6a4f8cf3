-- Records of the audit, newest first: those before a number (0: from the last), of one person or about one thing, and
-- whose act begins in a certain way.
select seq, at, who, act, about, why, way, more, before, digest from scriptsmith.audit
where (%(before)s::bigint = 0 or seq < %(before)s::bigint)
  and (%(who)s::text = '' or who = %(who)s::text) and (%(about)s::text = '' or about = %(about)s::text)
  and (%(act)s::text = '' or starts_with(act, %(act)s::text))
order by seq desc limit %(limit)s
