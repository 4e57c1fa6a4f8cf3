-- Of some runs the line with what was asked and the line that settled it last, where people decided about that.
select a.run, a.body::text, (
  select case when exists (
    select from scriptsmith.event r where r.run = s.run and r.kind = 'reviewed' and r.seq > s.seq
  ) then s.body::text end
  from scriptsmith.event s where s.run = a.run and s.kind = 'settled' order by s.seq desc limit 1
)
from scriptsmith.event a where a.run = any(%(runs)s) and a.seq = 1
