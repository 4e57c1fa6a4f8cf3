-- What models suggest is kept.

-- A question to a model about an incident. `asked` is when a worker took it up; one that died has left no `answered`.
create table scriptsmith.incident_suggestion (
  incident text collate "C" primary key references scriptsmith.incident (id),
  asked timestamptz not null default clock_timestamp(),
  answered timestamptz,
  model text not null default '',
  actions jsonb not null default '[]',
  problem text not null default ''
);
create index incident_suggestion_asked on scriptsmith.incident_suggestion (asked);
