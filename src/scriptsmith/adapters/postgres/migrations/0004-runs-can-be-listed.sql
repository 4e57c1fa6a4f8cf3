-- Runs can be listed.

-- An event that no summary holds yet. A row for each, and none is ever changed, so that those who append never wait for
-- those who read.
create table scriptsmith.stale_run (
  mark bigint generated always as identity primary key,
  run text collate "C" not null,
  seq integer not null
);
insert into scriptsmith.stale_run (run, seq) select run, max(seq) from scriptsmith.event group by run;

create function scriptsmith.tell() returns trigger language plpgsql as $$
begin
  insert into scriptsmith.stale_run (run, seq) values (new.run, new.seq);
  perform pg_notify('scriptsmith_event', new.run || ':' || new.seq);
  return null;
end $$;
create trigger told after insert on scriptsmith.event for each row execute function scriptsmith.tell();

-- One run, as lists show it; made again from its events whenever it has to be. The columns are for filters and figures.
create table scriptsmith.run_summary (
  run text collate "C" primary key,
  seq integer not null,
  state text not null,
  outcome text,
  requester text not null,
  action text not null,
  entry text not null,
  reused boolean not null,
  cost double precision not null,
  unpriced integer not null,
  asked_at timestamptz,
  summary json not null
);
create index run_summary_state on scriptsmith.run_summary (state, run);
create index run_summary_requester on scriptsmith.run_summary (requester, run);
create index run_summary_asked on scriptsmith.run_summary (asked_at);

-- One decision of a person, by the number of its event.
create table scriptsmith.run_decision (
  run text collate "C" not null,
  seq integer not null,
  decision text not null,
  digest text not null,
  writer text not null,
  verdict text,
  label integer,
  waited double precision,
  decided_at timestamptz,
  primary key (run, seq)
);
create index run_decision_at on scriptsmith.run_decision (decided_at);
create index run_decision_digest on scriptsmith.run_decision (digest) where decision = 'reject';
