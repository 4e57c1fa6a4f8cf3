-- Has a look that the service prepared itself wait behind what people asked for, and behind looks at graver incidents.
update procrastinate.procrastinate_jobs as jobs
set priority = -array_position(%(gravest_first)s::text[], i.severity)
from scriptsmith.incident as i
where i.id = %(id)s::text and jobs.queueing_lock = 'run ' || %(run)s::text and jobs.status = 'todo'
