-- Keeps a message, and a delivery of it to each outlet.
with kept as (
  insert into scriptsmith.message (id, kind, subject, body)
  values (%(id)s::text, %(kind)s::text, %(subject)s::text, %(body)s::jsonb) returning id, subject
)
insert into scriptsmith.delivery (message, outlet, turn)
select id, unnest(%(outlets)s::text[]), clock_timestamp() + scriptsmith.told_after(subject) from kept
