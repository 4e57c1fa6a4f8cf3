-- Incidents are kept.

-- One occurrence of an alert.
create table scriptsmith.incident (
  id text collate "C" primary key,
  source text not null check (source <> ''),
  fingerprint text not null check (fingerprint <> ''),
  occurrence text not null,
  name text not null,
  title text not null check (title <> ''),
  description text not null,
  severity text not null check (severity in ('critical', 'high', 'warning', 'info', 'low', 'unknown')),
  state text not null check (state in ('firing', 'acknowledged', 'resolved')),
  service text not null,
  environment text not null,
  host text not null,
  labels jsonb not null,
  annotations jsonb not null,
  links jsonb not null,
  started_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz,
  raw_digest text not null,
  received_at timestamptz not null default clock_timestamp(),
  last_seen timestamptz not null default clock_timestamp(),
  reports bigint not null default 1,
  words tsvector not null,
  unique (source, fingerprint, occurrence)
);
create index incident_words on scriptsmith.incident using gin (words);
create index incident_open on scriptsmith.incident (id) where state <> 'resolved';
create index incident_kind on scriptsmith.incident (name, service, id);

-- What happened to an incident.
create table scriptsmith.incident_event (
  incident text collate "C" not null references scriptsmith.incident (id),
  seq integer not null check (seq > 0),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind <> ''),
  by text not null,
  told text not null,
  delivery text not null,
  primary key (incident, seq)
);
create unique index incident_event_delivery on scriptsmith.incident_event (incident, delivery) where delivery <> '';

create trigger never_changed before update or delete or truncate on scriptsmith.incident_event
  for each statement execute function scriptsmith.refuse();

-- A run that somebody made for an incident.
create table scriptsmith.incident_run (
  incident text collate "C" not null references scriptsmith.incident (id),
  run text collate "C" not null,
  recommendation text not null,
  by text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (incident, run)
);
create index incident_run_run on scriptsmith.incident_run (run);

create function scriptsmith.note_incident(
  incident text, kind text, by text, told text, delivery text
) returns void language sql as $$
  insert into scriptsmith.incident_event (incident, seq, kind, by, told, delivery)
  select note_incident.incident, 1 + coalesce(max(seq), 0), note_incident.kind, note_incident.by, note_incident.told,
    note_incident.delivery
  from scriptsmith.incident_event as e where e.incident = note_incident.incident
$$;

-- Keeps what was reported, in order, and says what became of each: under which id, and how it was taken.
create function scriptsmith.keep_reports(reports jsonb)
returns table (place bigint, incident text, outcome text) language plpgsql as $$
declare
  one jsonb;
  fresh scriptsmith.incident;
  held scriptsmith.incident;
begin
  for place, one in select ordinality, value from jsonb_array_elements(reports) with ordinality loop
    fresh := jsonb_populate_record(null::scriptsmith.incident, one - 'words');
    select * into held from scriptsmith.incident as i
    where i.source = fresh.source and i.fingerprint = fresh.fingerprint and i.occurrence = fresh.occurrence for update;
    if not found then
      insert into scriptsmith.incident (
        id, source, fingerprint, occurrence, name, title, description, severity, state, service, environment, host,
        labels, annotations, links, started_at, ended_at, changed_at, raw_digest, words
      ) values (
        fresh.id, fresh.source, fresh.fingerprint, fresh.occurrence, fresh.name, fresh.title, fresh.description,
        fresh.severity, fresh.state, fresh.service, fresh.environment, fresh.host, fresh.labels, fresh.annotations,
        fresh.links, fresh.started_at, fresh.ended_at, fresh.changed_at, fresh.raw_digest,
        to_tsvector('simple', one ->> 'words')
      ) on conflict on constraint incident_source_fingerprint_occurrence_key do nothing;
      if found then
        incident := fresh.id;
        outcome := case fresh.state when 'firing' then 'opened' else fresh.state end;
        perform scriptsmith.note_incident(incident, outcome, fresh.source, '', one ->> 'delivery');
        return next;
        continue;
      end if;
      select * into held from scriptsmith.incident as i  -- somebody else has kept it meanwhile
      where i.source = fresh.source and i.fingerprint = fresh.fingerprint and i.occurrence = fresh.occurrence for update;
    end if;
    incident := held.id;
    outcome := case
      when one ->> 'delivery' <> '' and exists (
        select from scriptsmith.incident_event as e where e.incident = held.id and e.delivery = one ->> 'delivery'
      ) then 'repeated'
      when fresh.changed_at < held.changed_at then 'late'
      when fresh.state = held.state and fresh.severity <> held.severity and fresh.severity <> 'unknown' then 'severity'
      when fresh.state = held.state then 'repeated'
      when fresh.state = 'firing' then 'reopened'
      else fresh.state
    end;
    if outcome in ('repeated', 'late') then
      update scriptsmith.incident as i set last_seen = clock_timestamp(), reports = i.reports + 1 where i.id = held.id;
    else
      update scriptsmith.incident as i set
        state = fresh.state,
        severity = case when fresh.severity = 'unknown' then i.severity else fresh.severity end,
        title = fresh.title,
        description = fresh.description,
        annotations = fresh.annotations,
        links = fresh.links,
        ended_at = case when fresh.state = 'resolved' then coalesce(fresh.ended_at, clock_timestamp()) end,
        changed_at = coalesce(fresh.changed_at, i.changed_at),
        raw_digest = fresh.raw_digest,
        words = to_tsvector('simple', one ->> 'words'),
        last_seen = clock_timestamp(),
        reports = i.reports + 1
      where i.id = held.id;
    end if;
    if outcome <> 'repeated' then
      perform scriptsmith.note_incident(
        incident, outcome, fresh.source,
        case outcome when 'severity' then held.severity || ' to ' || fresh.severity when 'late' then fresh.state else '' end,
        one ->> 'delivery'
      );
    end if;
    return next;
  end loop;
end $$;
