-- Summaries count what is notable.

-- As the review page does: all are made anew.
insert into scriptsmith.stale_run (run, seq) select run, max(seq) from scriptsmith.event group by run;
