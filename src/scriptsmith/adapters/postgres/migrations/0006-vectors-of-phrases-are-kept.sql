-- The vectors of phrases are kept.

-- An embedder whose vectors are here, and when somebody last began to use them.
create table scriptsmith.embedder (
  number integer generated always as identity primary key,
  model text collate "C" not null,
  dimension integer not null check (dimension > 0),
  used timestamptz not null default clock_timestamp(),
  unique (model, dimension)
);

-- One vector, of a text that is known by its digest. Nothing here needs pgvector: where it is there, an index over
-- these numbers is made for an embedder with many of them.
create table scriptsmith.phrase_vector (
  embedder integer not null references scriptsmith.embedder on delete cascade,
  digest bytea not null,
  numbers real[] not null check (array_ndims(numbers) = 1 and array_position(numbers, null) is null),
  primary key (embedder, digest)
);
alter table scriptsmith.phrase_vector alter column numbers set storage external;  -- numbers like these cannot be compressed
