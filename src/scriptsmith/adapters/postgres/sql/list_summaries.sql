-- The newest runs, older than a given one, that pass every filter that is not null.
select summary::text from scriptsmith.run_summary
where (%(state)s::text[] is null or state = any(%(state)s::text[]))
  and (%(requester)s::text is null or requester = %(requester)s::text)
  and (%(before)s::text is null or run < %(before)s::text)
  and (%(text)s::text is null or run = %(text)s::text or position(lower(%(text)s::text) in lower(action)) > 0)
order by run desc limit %(limit)s
