-- Grave incidents are told first.

-- How much later than it happened something counts as having come: for each degree by which the incident of `subject` is
-- milder than the gravest an hour. So a grave one comes first, and the mildest still has its turn. A run for no incident is
-- as one of unknown severity.
create function scriptsmith.told_after(subject text) returns interval language sql stable as $$
  select make_interval(hours => coalesce(array_position(
    array['critical', 'high', 'unknown', 'warning', 'info', 'low'],
    (
      select i.severity from scriptsmith.incident as i
      where i.id = coalesce(
        (select min(r.incident) from scriptsmith.incident_run as r where r.run = told_after.subject), told_after.subject
      )
    )
  ), 3))
$$;

-- In whose order what happened is looked at: the later, the milder. It is worked out once, when it happens.
alter table scriptsmith.outbox add column turn timestamptz not null default clock_timestamp();
create index outbox_turn on scriptsmith.outbox (turn, number);

create function scriptsmith.give_turn() returns trigger language plpgsql as $$
begin
  new.turn := new.at + scriptsmith.told_after(new.subject);
  return new;
end $$;
create trigger give_turn before insert on scriptsmith.outbox for each row execute function scriptsmith.give_turn();

-- In whose order deliveries to an outlet are taken.
alter table scriptsmith.delivery add column turn timestamptz not null default clock_timestamp();
create index delivery_turn on scriptsmith.delivery (outlet, turn) where state = 'waiting';
