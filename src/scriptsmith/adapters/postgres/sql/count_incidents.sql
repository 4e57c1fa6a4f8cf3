-- How many of the incidents that pass every filter that is not null stand where.
select state, count(*) from scriptsmith.incident
where {shared:incidents_that_fit}
group by state
