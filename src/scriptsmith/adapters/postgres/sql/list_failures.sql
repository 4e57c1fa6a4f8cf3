-- Why the last tries at runs failed, the newest first; for an empty `run` those of all.
select run, said, tries, final, at from scriptsmith.failure
where %(run)s::text in ('', run)
order by at desc, run
