-- use_add: What is remembered was used so often, if it is still there.
INSERT INTO recall_use (tenant, layer, item, uses, first_used, last_used)
SELECT r.tenant, r.layer, r.id, :uses, :first, :last FROM record r
WHERE r.tenant = :tenant AND r.layer = :layer AND r.id = :item
ON CONFLICT (tenant, layer, item) DO UPDATE SET
    uses = recall_use.uses + excluded.uses,
    last_used = CASE WHEN excluded.last_used > recall_use.last_used
        THEN excluded.last_used ELSE recall_use.last_used END;

-- use_of: How often these were used.
SELECT item, uses, first_used, last_used FROM recall_use
WHERE tenant = :tenant AND layer = :layer AND item IN {texts:items};

-- use_forget: That a record was used.
DELETE FROM recall_use WHERE tenant = :tenant AND item = :record;

-- recall_day_add: So many recalls more on a day.
INSERT INTO recall_day (tenant, day, recalls, hits) VALUES (:tenant, :day, :recalls, :hits)
ON CONFLICT (tenant, day) DO UPDATE SET recalls = recall_day.recalls + excluded.recalls,
    hits = recall_day.hits + excluded.hits;

-- recall_days: The recalls since a day.
SELECT coalesce(sum(recalls), 0) AS recalls, coalesce(sum(hits), 0) AS hits FROM recall_day
WHERE tenant = :tenant AND day >= :since;

-- stock_records: What is remembered, by layer, kind and status: how old, how used, how sure.
SELECT v.layer, r.kind, v.status, count(*) AS found, min(r.created_at) AS oldest,
    sum(CASE WHEN r.created_at >= :week THEN 1 ELSE 0 END) AS of_week,
    sum(CASE WHEN r.created_at >= :month THEN 1 ELSE 0 END) AS of_month,
    sum(CASE WHEN r.created_at >= :quarter THEN 1 ELSE 0 END) AS of_quarter,
    sum(CASE WHEN u.item IS NULL THEN 1 ELSE 0 END) AS never_used,
    sum(CASE WHEN u.last_used >= :month THEN 1 ELSE 0 END) AS used_of_month,
    coalesce(sum(u.uses), 0) AS uses,
    sum(CASE WHEN v.confirmed_at IS NULL AND v.source <> 'user_explicit' THEN 1 ELSE 0 END)
        AS unconfirmed,
    sum(CASE WHEN v.status_reason LIKE 'conflicts with%' THEN 1 ELSE 0 END) AS conflicting,
    sum(CASE WHEN v.status_reason = 'untrusted_instruction' THEN 1 ELSE 0 END) AS quarantined
FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
LEFT JOIN recall_use u ON u.tenant = v.tenant AND u.layer = v.layer AND u.item = v.record
WHERE v.tenant = :tenant AND v.known_to IS NULL
GROUP BY v.layer, r.kind, v.status
ORDER BY v.layer, r.kind, v.status;
