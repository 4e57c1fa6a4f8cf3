-- The runs that wait for a decision, the one that has waited longest first.
select summary::text from scriptsmith.run_summary
where state = 'waiting'
order by summary ->> 'waiting_since', run limit %(limit)s
