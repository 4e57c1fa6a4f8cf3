-- How much is set aside.
select count(*) from scriptsmith.set_aside
