-- How many deliveries to each outlet stand where, the last that was taken, and until when it is paused.
select d.outlet,
  count(*) filter (where d.state = 'waiting'),
  count(*) filter (where d.state = 'delivered'),
  count(*) filter (where d.state = 'failed'),
  count(*) filter (where d.state = 'dropped'),
  max(d.ended) filter (where d.state = 'delivered'),
  (select p.until from scriptsmith.outlet_pause as p where p.outlet = d.outlet and p.until > clock_timestamp())
from scriptsmith.delivery as d group by d.outlet order by d.outlet
