-- What outlets are told is kept.

-- What happened and was not yet looked at: written in the transaction in which it happened. `id` is the one under which
-- every receiver is told, `kind` that of the event, `seq` its number in its log, 0 where it has none.
create table scriptsmith.outbox (
  id text collate "C" primary key default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  number bigint generated always as identity unique,
  kind text not null check (kind in (
    'incident.opened', 'incident.reopened', 'incident.resolved',
    'run.settled', 'run.endorsed', 'run.reviewed', 'run.published', 'run.failed'
  )),
  subject text not null check (subject <> ''),
  seq integer not null,
  said text not null default '',
  at timestamptz not null default clock_timestamp(),
  due timestamptz not null default clock_timestamp()
);

create function scriptsmith.tell_of_run() returns trigger language plpgsql as $$
begin
  insert into scriptsmith.outbox (kind, subject, seq) values ('run.' || new.kind, new.run, new.seq);
  return null;
end $$;
create trigger tell_outlets after insert on scriptsmith.event for each row
  when (new.kind in ('settled', 'endorsed', 'reviewed', 'published')) execute function scriptsmith.tell_of_run();

create function scriptsmith.tell_of_incident() returns trigger language plpgsql as $$
begin
  insert into scriptsmith.outbox (kind, subject, seq) values ('incident.' || new.kind, new.incident, new.seq);
  return null;
end $$;
create trigger tell_outlets after insert on scriptsmith.incident_event for each row
  when (new.kind in ('opened', 'reopened', 'resolved')) execute function scriptsmith.tell_of_incident();

create function scriptsmith.tell_of_failure() returns trigger language plpgsql as $$
begin
  insert into scriptsmith.outbox (kind, subject, seq, said) values ('run.failed', new.run, 0, new.said);
  return null;
end $$;
create trigger tell_outlets after insert or update on scriptsmith.failure for each row
  when (new.final) execute function scriptsmith.tell_of_failure();

-- What is told, as it is told to everybody.
create table scriptsmith.message (
  id text collate "C" primary key,
  kind text not null,
  subject text not null,
  body jsonb not null,
  made timestamptz not null default clock_timestamp()
);

-- One message for one outlet. While it waits, `due` is the moment of the next try; a worker that takes it sets `due` to
-- when another one may take it, so that what a dead worker has left is tried again.
create table scriptsmith.delivery (
  id bigint generated always as identity primary key,
  message text collate "C" not null references scriptsmith.message (id) on delete cascade,
  outlet text not null check (outlet <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  tries integer not null default 0,
  due timestamptz not null default clock_timestamp(),
  began timestamptz not null default clock_timestamp(),
  ended timestamptz,
  said text not null default '',
  unique (message, outlet)
);
create index delivery_due on scriptsmith.delivery (outlet, due) where state = 'waiting';
create index delivery_state on scriptsmith.delivery (state, id);

-- An outlet that asked to be left alone for a while.
create table scriptsmith.outlet_pause (
  outlet text primary key,
  until timestamptz not null
);
