-- What models have cost, in US dollars.
select coalesce(sum(cost), 0) from scriptsmith.run_summary
