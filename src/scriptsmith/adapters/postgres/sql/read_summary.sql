-- One run as lists show it.
select summary::text from scriptsmith.run_summary where run = %(run)s
