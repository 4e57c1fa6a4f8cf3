-- How many runs stand where.
select state, count(*)::integer from scriptsmith.run_summary group by state
