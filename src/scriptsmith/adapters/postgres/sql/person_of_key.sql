-- Who comes in with a key, while it stands; and whether it is time to keep that it was used, once in a minute.
select name, parts, id, used is null or used < clock_timestamp() - interval '1 minute'
from scriptsmith.key
where id = %(id)s and digest = %(digest)s and revoked is null
  and (expires is null or expires > clock_timestamp())
