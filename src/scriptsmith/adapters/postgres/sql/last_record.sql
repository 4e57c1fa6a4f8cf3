-- The number and the digest of the last record of the audit.
select seq, digest from scriptsmith.audit order by seq desc limit 1
