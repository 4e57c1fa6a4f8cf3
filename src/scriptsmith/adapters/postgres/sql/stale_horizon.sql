-- The last mark on a run whose summary is behind; null when none is.
select max(mark) from scriptsmith.stale_run
