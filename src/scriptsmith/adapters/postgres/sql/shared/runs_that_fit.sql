-- Which of the runs `summary` pass every filter that is not null, but for state and page.
(%(requester)s::text is null or summary.requester = %(requester)s::text)
  and (%(risk)s::text[] is null or summary.summary ->> 'risk' = any(%(risk)s::text[]))
  and (%(since)s::date is null or summary.asked_at >= (%(since)s::date)::timestamp at time zone 'UTC')
  and (%(until)s::date is null or summary.asked_at < (%(until)s::date + 1)::timestamp at time zone 'UTC')
  and (
    %(person)s::text is null or summary.requester = %(person)s::text
    or %(person)s::text = any(string_to_array(summary.summary ->> 'decided_by', ', '))
    or lower(%(person)s::text) = lower(summary.summary ->> 'assignee')
  )
  and (%(assignee)s::text is null or lower(%(assignee)s::text) = lower(summary.summary ->> 'assignee'))
  and (
    %(service)s::text is null or exists (
      select from scriptsmith.incident_run as made join scriptsmith.incident as incident on incident.id = made.incident
      where made.run = summary.run and incident.service = %(service)s::text
    )
  )
  and (
    %(text)s::text is null or summary.run = %(text)s::text
    or position(lower(%(text)s::text) in lower(summary.action)) > 0
  )
