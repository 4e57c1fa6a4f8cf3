-- Throws away answers that nobody asks for again; those that another request is throwing away already are left to it.
delete from scriptsmith.answer a using (
  select who, key from scriptsmith.answer where at < clock_timestamp() - interval '1 day'
  order by at limit 100 for update skip locked
) old where a.who = old.who and a.key = old.key
