-- How many of the runs that pass every filter that is not null stand where.
select summary.state, count(*)::integer from scriptsmith.run_summary as summary
where {shared:runs_that_fit}
group by summary.state
