-- Messages are set aside.

-- A message of a queue that could not be read, or not all of it: where it stands there, and why.
create table scriptsmith.set_aside (
  id bigint generated always as identity primary key,
  place text collate "C" not null unique,
  why text not null check (why <> ''),
  text text not null,
  at timestamptz not null default clock_timestamp()
);
