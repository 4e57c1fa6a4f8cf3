-- Grave incidents are told first.

-- In whose order deliveries to an outlet are taken: the later, the milder.
alter table scriptsmith.delivery add column turn timestamptz not null default clock_timestamp();
create index delivery_turn on scriptsmith.delivery (outlet, turn) where state = 'waiting';
