-- Which incidents pass every filter that is not null, but for state and page.
(%(severity)s::text[] is null or severity = any(%(severity)s::text[]))
  and (%(source)s::text is null or source = %(source)s::text)
  and (%(text)s::text is null or id = %(text)s::text or words @@ to_tsquery('simple', %(query)s::text))
