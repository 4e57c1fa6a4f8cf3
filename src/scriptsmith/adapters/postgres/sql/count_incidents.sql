-- How many incidents stand where.
select state, count(*) from scriptsmith.incident group by state
