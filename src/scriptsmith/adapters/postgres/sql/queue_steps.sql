-- The steps of the queue's schema that were taken.
select name from scriptsmith.queue_step order by name
