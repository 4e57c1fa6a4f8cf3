-- How many runs wait for a worker.
select count(*) from procrastinate.procrastinate_jobs where status = 'todo' and queue_name = 'runs'
