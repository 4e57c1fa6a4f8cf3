-- Where the question about an incident stands that no model has answered: asked so many seconds ago, to be asked, or late. A
-- question of more than an hour ago is answered by nobody any more.
select
  case
    when s.asked > clock_timestamp() - interval '1 hour' then 'asked'
    when i.received_at > clock_timestamp() - interval '1 hour' then 'due'
    else 'late'
  end,
  coalesce(extract(epoch from clock_timestamp() - s.asked), 0)::double precision
from scriptsmith.incident as i left join scriptsmith.incident_suggestion as s on s.incident = i.id
where i.id = %(incident)s::text
