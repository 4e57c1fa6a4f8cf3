-- The last evidence of each kind about each text, oldest first; of one entry, or of all where none is named.
select entry, body from (
  select distinct on (entry, version, kind, digest) entry, body::text, change
  from scriptsmith.evidence where %(entry)s::text is null or entry = %(entry)s
  order by entry, version, kind, digest, change desc
) last order by change
