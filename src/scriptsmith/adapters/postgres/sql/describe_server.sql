-- The version of the server, the database, whether pgvector could be used in it, and whether it is made there.
select current_setting('server_version'), current_database(),
  exists (select from pg_available_extensions where name = 'vector'),
  exists (select from pg_available_extensions where name = 'vector' and installed_version is not null)
