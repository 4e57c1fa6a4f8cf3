-- The version of the server, the database and whether pgvector could be used in it.
select current_setting('server_version'), current_database(),
  exists (select from pg_available_extensions where name = 'vector')
