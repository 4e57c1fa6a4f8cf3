-- Requests are answered once.

-- What a request under an Idempotency-Key was answered; without a status it is being answered.
create table scriptsmith.answer (
  who text not null,
  key text not null,
  request text not null default '',
  status integer,
  location text not null default '',
  body text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (who, key)
);
create index answer_at on scriptsmith.answer (at);
