-- Keeps summaries that are not older than those there are, and returns their runs.
insert into scriptsmith.run_summary as held
  (run, seq, state, outcome, requester, action, entry, reused, cost, unpriced, asked_at, summary)
select run, seq, state, outcome, requester, action, entry, reused, cost, unpriced,
  nullif(asked_at, '')::timestamptz, summary
from json_to_recordset(%(rows)s::json) as made (
  run text, seq integer, state text, outcome text, requester text, action text, entry text, reused boolean,
  cost double precision, unpriced integer, asked_at text, summary json
)
on conflict (run) do update set
  seq = excluded.seq, state = excluded.state, outcome = excluded.outcome, requester = excluded.requester,
  action = excluded.action, entry = excluded.entry, reused = excluded.reused, cost = excluded.cost,
  unpriced = excluded.unpriced, asked_at = excluded.asked_at, summary = excluded.summary
where held.seq <= excluded.seq
returning run
