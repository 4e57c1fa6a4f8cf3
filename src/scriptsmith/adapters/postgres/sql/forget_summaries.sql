-- Throws every summary away.
with gone as (delete from scriptsmith.run_decision) delete from scriptsmith.run_summary
