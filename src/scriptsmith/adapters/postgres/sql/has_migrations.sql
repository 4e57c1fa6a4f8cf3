-- Whether the database was ever prepared.
select to_regclass('scriptsmith.migration') is not null
