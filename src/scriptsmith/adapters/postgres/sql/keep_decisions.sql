-- Keeps the decisions about runs whose summary was kept.
insert into scriptsmith.run_decision (run, seq, decision, digest, writer, verdict, label, waited, decided_at)
select run, seq, decision, digest, writer, verdict, label, waited, nullif(at, '')::timestamptz
from json_to_recordset(%(rows)s::json) as made (
  run text, seq integer, decision text, digest text, writer text, verdict text, label integer,
  waited double precision, at text
)
on conflict (run, seq) do update set
  decision = excluded.decision, digest = excluded.digest, writer = excluded.writer, verdict = excluded.verdict,
  label = excluded.label, waited = excluded.waited, decided_at = excluded.decided_at
