-- Of some runs the line with what was asked and the line that settled it last.
select a.run, a.body::text, (
  select s.body::text from scriptsmith.event s where s.run = a.run and s.kind = 'settled' order by s.seq desc limit 1
)
from scriptsmith.event a where a.run = any(%(runs)s) and a.seq = 1
