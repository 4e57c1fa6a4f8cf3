-- Runs wait for workers.
-- The tables of the queue are procrastinate's own. They are made in this schema, in the transaction of this migration,
-- from what the installed package says they are: see queue_schema.py.
create schema procrastinate;

-- Each step of procrastinate's schema whose effect is there, by its name.
create table scriptsmith.queue_step (
  name text collate "C" primary key,
  recorded timestamptz not null default clock_timestamp()
);

-- Who asked for a run, and what it has cost so far, in US dollars, for their budget.
create table scriptsmith.request (
  run text collate "C" primary key,
  source text not null,
  at timestamptz not null default clock_timestamp(),
  cost double precision not null default 0
);
create index request_source_at on scriptsmith.request (source, at);

-- Why the last try at a run failed, how many there were, and whether there will be another one.
create table scriptsmith.failure (
  run text collate "C" primary key,
  said text not null,
  tries integer not null,
  final boolean not null,
  at timestamptz not null default clock_timestamp()
);

-- Has a run wait for a worker, once. A job that waits already is kept from being taken before the caller's transaction
-- has ended: whoever takes it then sees what the caller has recorded.
create function scriptsmith.put_run(run text) returns void language plpgsql
set search_path = procrastinate, pg_catalog, pg_temp as $$
begin
  loop
    perform 1 from procrastinate_jobs where queueing_lock = 'run ' || run and status = 'todo' for share;
    if found then
      perform pg_notify('procrastinate_queue_v1#runs', '{"type": "job_inserted", "job_id": 0}');
      return;
    end if;
    begin
      perform procrastinate_defer_jobs_v1(array[
        row('runs', 'resume', 0, 'run ' || run, 'run ' || run, jsonb_build_object('run', run), null)
      ]::procrastinate_job_to_defer_v1[]);
      return;
    exception when unique_violation then
      null;  -- somebody else has put it in since we looked
    end;
  end loop;
end $$;

-- Has a run wait no more.
create function scriptsmith.remove_run(run text) returns void language plpgsql
set search_path = procrastinate, pg_catalog, pg_temp as $$
begin
  perform procrastinate_cancel_job_v1(jobs.id, false, true)
  from procrastinate_jobs as jobs where jobs.queueing_lock = 'run ' || run and jobs.status = 'todo';
end $$;

-- Hands back what workers were at that are gone, and returns what of that was a run. A worker is there as long as it
-- holds its advisory lock, which PostgreSQL takes from a process that has died, and is not silent for `silence` seconds.
-- A job that was tried `most` times is given up.
create function scriptsmith.hand_back(silence double precision, most integer)
returns table (run text, tries integer, final boolean) language plpgsql
set search_path = procrastinate, pg_catalog, pg_temp as $$
declare
  job record;
begin
  for job in
    select jobs.id, jobs.attempts, jobs.args ->> 'run' as run, jobs.queueing_lock
    from procrastinate_jobs as jobs
    left join procrastinate_workers as workers on workers.id = jobs.worker_id
    where jobs.status = 'doing' and (
      workers.id is null
      or workers.last_heartbeat < clock_timestamp() - make_interval(secs => silence)
      or not exists (
        select 1 from pg_locks as held
        where held.locktype = 'advisory' and held.granted and held.objsubid = 2
          and held.database = (select oid from pg_database where datname = current_database())
          and held.classid = 1969516389 and held.objid = (workers.id & 2147483647)::oid
      )
    )
    for update of jobs skip locked
  loop
    run := job.run;
    tries := job.attempts + 1;
    final := tries >= most;
    if final then
      perform procrastinate_finish_job_v1(job.id, 'failed', false);
    else
      begin
        perform procrastinate_retry_job_v2(job.id, clock_timestamp(), null, null, null);
        perform pg_notify('procrastinate_queue_v1#runs', '{"type": "job_inserted", "job_id": 0}');
      exception when unique_violation then  -- another one waits for the same run
        perform procrastinate_finish_job_v1(job.id, 'aborted', true);
      end;
    end if;
    if run is not null then
      return next;
    end if;
  end loop;
end $$;
