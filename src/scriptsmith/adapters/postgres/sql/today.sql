-- The day that it is, in UTC, by the database's clock.
select (now() at time zone 'UTC')::date
