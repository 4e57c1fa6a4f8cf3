-- Deliveries, newest first: of a state and an outlet where these are given, those before an id.
select d.id, d.message, m.kind, m.subject, d.outlet, d.state, d.tries, d.began, d.due, d.ended, d.said
from scriptsmith.delivery as d join scriptsmith.message as m on m.id = d.message
where (%(state)s::text is null or d.state = %(state)s::text)
  and (%(outlet)s::text is null or d.outlet = %(outlet)s::text)
  and (%(before)s::bigint is null or d.id < %(before)s::bigint)
  and (%(id)s::bigint is null or d.id = %(id)s::bigint)
order by d.id desc limit %(limit)s::integer
