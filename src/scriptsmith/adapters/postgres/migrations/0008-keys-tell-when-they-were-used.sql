-- Keys tell when they were used.

-- To the minute: a key that is used all the time is not written all the time.
alter table scriptsmith.key add column used timestamptz;

-- Summaries tell how many findings a run has: all are made anew.
insert into scriptsmith.stale_run (run, seq) select run, max(seq) from scriptsmith.event group by run;
