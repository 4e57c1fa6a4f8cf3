-- There is a place of our own, and in it the list of what was done to it.
create schema if not exists scriptsmith;
create table if not exists scriptsmith.migration (
  number integer primary key,
  name text not null,
  digest text not null,
  applied timestamptz not null default clock_timestamp()
)
