-- job_add: A job, if there is none of that kind and key yet.
INSERT INTO job (tenant, id, kind, key, lane, payload, state, attempts, run_after, lease_until,
                 worker, error, created_at, done_at)
VALUES (:tenant, :id, :kind, :key, :lane, :payload, 'waiting', 0, :now, NULL, NULL, NULL, :now,
        NULL)
ON CONFLICT (tenant, kind, key) DO NOTHING;

-- job_again: A job that is done, or was set aside a while ago, has new work.
UPDATE job SET state = 'waiting', attempts = 0, run_after = :now, created_at = :now, error = NULL,
    done_at = NULL
WHERE tenant = :tenant AND kind = :kind AND key = :key
  AND (state = 'done' OR (state = 'set_aside' AND run_after <= :now));

-- job_of: The job of that kind and key.
SELECT * FROM job WHERE tenant = :tenant AND kind = :kind AND key = :key;

-- job_due: Jobs of these kinds that may be taken, one whose lease is over included, oldest first.
SELECT j.id, j.kind, j.key, j.lane, j.payload, j.attempts FROM job j
WHERE j.tenant = :tenant AND j.kind IN {texts:kinds}
  AND ((j.state = 'waiting' AND j.run_after <= :now)
    OR (j.state = 'running' AND j.lease_until <= :now))
  AND NOT EXISTS (
    SELECT 1 FROM job_lane l
    WHERE l.tenant = j.tenant AND l.lane = j.lane AND l.busy_until > :now)
ORDER BY j.run_after, j.id LIMIT :limit;

-- job_lane_take: The lane is this attempt's until then, if it is free; else nothing changes.
INSERT INTO job_lane (tenant, lane, job, busy_until) VALUES (:tenant, :lane, :job, :until)
ON CONFLICT (tenant, lane) DO UPDATE SET job = excluded.job, busy_until = excluded.busy_until
WHERE job_lane.busy_until <= :now;

-- job_lane_extend: The lane is this attempt's for longer, if it still was.
UPDATE job_lane SET busy_until = :until
WHERE tenant = :tenant AND lane = :lane AND job = :job AND busy_until > 0;

-- job_lane_free: The lane is free again, if it was this attempt's.
UPDATE job_lane SET busy_until = 0 WHERE tenant = :tenant AND lane = :lane AND job = :job;

-- job_take: The job is this worker's until then, if it may still be taken.
UPDATE job SET state = 'running', attempts = attempts + 1, lease_until = :until, worker = :worker
WHERE tenant = :tenant AND id = :id AND attempts = :attempts
  AND ((state = 'waiting' AND run_after <= :now) OR (state = 'running' AND lease_until <= :now));

-- job_extend: It is this worker's for longer, if it still was.
UPDATE job SET lease_until = :until
WHERE tenant = :tenant AND id = :id AND state = 'running' AND worker = :worker
  AND attempts = :attempts;

-- job_done: It is done, if it was this worker's.
UPDATE job SET state = 'done', done_at = :now, lease_until = NULL, error = NULL
WHERE tenant = :tenant AND id = :id AND state = 'running' AND worker = :worker
  AND attempts = :attempts;

-- job_hand_back: It waits again and the attempt does not count, if it was this worker's.
UPDATE job SET state = 'waiting', attempts = attempts - 1, run_after = :now, lease_until = NULL
WHERE tenant = :tenant AND id = :id AND state = 'running' AND worker = :worker
  AND attempts = :attempts;

-- job_failed: It waits for another attempt or is set aside, if it was this worker's.
UPDATE job SET state = :state, run_after = :run_after, lease_until = NULL, error = :error
WHERE tenant = :tenant AND id = :id AND state = 'running' AND worker = :worker
  AND attempts = :attempts;

-- job_lost: It is set aside: every worker that took it was lost.
UPDATE job SET state = 'set_aside', run_after = :run_after, lease_until = NULL, error = :error
WHERE tenant = :tenant AND id = :id AND state = 'running' AND lease_until <= :now
  AND attempts = :attempts;

-- job_backlog: How many jobs are in each state, and since when the first of them is due.
SELECT state, count(*) AS jobs, min(run_after) AS since
FROM job WHERE tenant = :tenant AND state <> 'done'
GROUP BY state;

-- job_set_aside: What was given up, with the reason, newest first.
SELECT id, kind, key, attempts, error, created_at FROM job
WHERE tenant = :tenant AND state = 'set_aside'
ORDER BY created_at DESC, id LIMIT :limit;

-- job_retry: What was given up is tried again from the beginning.
UPDATE job SET state = 'waiting', attempts = 0, run_after = :now, error = NULL
WHERE tenant = :tenant AND state = 'set_aside';
