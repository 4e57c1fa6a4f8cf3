-- Runs, their secrets, published entries and their evidence are kept, and nothing of it but a secret is ever changed.

create function scriptsmith.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'what is in scriptsmith.% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- One event of a run. The body is the line that a folder of runs would hold; it is `json` and not `jsonb`, so that it
-- comes back byte for byte. `at` is what the event says of itself, `recorded` when it got here.
create table scriptsmith.event (
  run text collate "C" not null,
  seq integer not null check (seq > 0),
  kind text not null,
  at timestamptz,
  recorded timestamptz not null default clock_timestamp(),
  body json not null,
  primary key (run, seq)
);
create index event_first on scriptsmith.event (run) where seq = 1;
create index event_kind_at on scriptsmith.event (kind, at);

-- One spelling of a secret of a run, kept apart from its log; a row may be thrown away.
create table scriptsmith.secret (
  run text collate "C" not null,
  seq integer not null check (seq > 0),
  body json not null,
  primary key (run, seq)
);

-- What changes the catalogue takes its number from here, under one lock, so that numbers grow in the order of commits.
create sequence scriptsmith.change;

-- One version of an entry as it was published, without what was recorded of it later.
create table scriptsmith.published (
  entry text collate "C" not null,
  version integer not null check (version > 0),
  digest text not null,
  body json not null,
  change bigint not null default nextval('scriptsmith.change') unique,
  recorded timestamptz not null default clock_timestamp(),
  primary key (entry, version)
);

-- A version that is not served any more.
create table scriptsmith.retired (
  entry text collate "C" not null,
  version integer not null,
  change bigint not null default nextval('scriptsmith.change') unique,
  recorded timestamptz not null default clock_timestamp(),
  primary key (entry, version)
);

-- Evidence for or against a version, which may be a shipped one.
create table scriptsmith.evidence (
  entry text collate "C" not null,
  version integer not null,
  kind text not null,
  digest text not null,
  body json not null,
  change bigint not null default nextval('scriptsmith.change') primary key,
  recorded timestamptz not null default clock_timestamp()
);
create index evidence_entry on scriptsmith.evidence (entry, version, kind, digest, change);

create trigger never_changed before update or delete or truncate on scriptsmith.event
  for each statement execute function scriptsmith.refuse();
create trigger never_changed before update or delete or truncate on scriptsmith.published
  for each statement execute function scriptsmith.refuse();
create trigger never_changed before update or delete or truncate on scriptsmith.retired
  for each statement execute function scriptsmith.refuse();
create trigger never_changed before update or delete or truncate on scriptsmith.evidence
  for each statement execute function scriptsmith.refuse();
