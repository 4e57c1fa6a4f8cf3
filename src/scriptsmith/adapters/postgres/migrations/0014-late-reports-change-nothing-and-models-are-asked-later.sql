-- Late reports change nothing, and models are asked later.

-- When a model is asked about an incident again, because it could not be had.
alter table scriptsmith.incident_suggestion add column due timestamptz;

-- Whether a report was overtaken by what is known. The source's own moment of the report decides, where both have one. Else
-- the start does, to the second: it opens nothing again that began no earlier and was reported as resolved within the
-- last 15 minutes, which is longer than senders try one report again; and it closes nothing that began later.
create function scriptsmith.overtaken(fresh scriptsmith.incident, held scriptsmith.incident) returns boolean
language sql stable as $$
  select coalesce(case
    when fresh.changed_at <> held.changed_at then fresh.changed_at < held.changed_at
    when held.state = 'resolved' and fresh.state <> 'resolved' then
      fresh.changed_at = held.changed_at
      or date_trunc('second', fresh.started_at) <= date_trunc('second', held.started_at) and exists (
        select from scriptsmith.incident_event as e
        where e.incident = held.id and e.kind = 'resolved' and e.at > clock_timestamp() - interval '15 minutes'
      )
    when held.state <> 'resolved' and fresh.state = 'resolved' then
      date_trunc('second', fresh.started_at) < date_trunc('second', held.started_at)
  end, false)
$$;

-- As before, but for what is late; the start is that of the last firing, and a late report without an id that is sent
-- again is listed once.
-- Keeps what was reported, in order, and says what became of each: under which id, and how it was taken.
create or replace function scriptsmith.keep_reports(reports jsonb)
returns table (place bigint, incident text, outcome text) language plpgsql as $$
declare
  one jsonb;
  fresh scriptsmith.incident;
  held scriptsmith.incident;
  bare boolean;
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
    bare := fresh.title = fresh.fingerprint;
    outcome := case
      when one ->> 'delivery' <> '' and exists (
        select from scriptsmith.incident_event as e where e.incident = held.id and e.delivery = one ->> 'delivery'
      ) then 'repeated'
      when scriptsmith.overtaken(fresh, held) then case
        when one ->> 'delivery' = '' and exists (
          select from scriptsmith.incident_event as e
          where e.incident = held.id and e.kind = 'late' and e.told = fresh.state
            and e.seq = (select max(seq) from scriptsmith.incident_event as last where last.incident = held.id)
        ) then 'repeated' else 'late' end
      when fresh.state = held.state and fresh.severity <> held.severity and fresh.severity <> 'unknown' then 'severity'
      when fresh.state = held.state then 'repeated'
      when fresh.state = 'firing' then 'reopened'
      else fresh.state
    end;
    if outcome in ('repeated', 'late') then
      update scriptsmith.incident as i set
        started_at = case fresh.state when 'resolved' then greatest(i.started_at, fresh.started_at) else i.started_at end,
        last_seen = clock_timestamp(),
        reports = i.reports + 1
      where i.id = held.id;
    else
      update scriptsmith.incident as i set
        state = fresh.state,
        severity = case when fresh.severity = 'unknown' then i.severity else fresh.severity end,
        title = case when bare then i.title else fresh.title end,
        description = case when bare then i.description else fresh.description end,
        annotations = case when bare then i.annotations else fresh.annotations end,
        links = case when bare then i.links else fresh.links end,
        started_at = case
          when fresh.state = 'resolved' or outcome = 'reopened' then greatest(i.started_at, fresh.started_at)
          else i.started_at
        end,
        ended_at = case when fresh.state = 'resolved' then coalesce(fresh.ended_at, clock_timestamp()) end,
        changed_at = coalesce(fresh.changed_at, i.changed_at),
        raw_digest = fresh.raw_digest,
        words = case when bare then i.words else to_tsvector('simple', one ->> 'words') end,
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
