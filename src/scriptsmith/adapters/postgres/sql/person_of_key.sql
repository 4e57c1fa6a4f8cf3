-- Who comes in with a key, while it stands.
select name, parts, id from scriptsmith.key
where id = %(id)s and digest = %(digest)s and revoked is null
  and (expires is null or expires > clock_timestamp())
