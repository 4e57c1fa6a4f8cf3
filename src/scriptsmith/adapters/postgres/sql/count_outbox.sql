-- How much has happened that nobody has looked at.
select count(*) from scriptsmith.outbox
