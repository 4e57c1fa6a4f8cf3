-- Who is logged in, while the session stands and the key that it was opened with.
select s.name, s.parts, s.id from scriptsmith.session s left join scriptsmith.key k on k.id = s.key
where s.digest = %(digest)s and s.expires > clock_timestamp()
  and k.revoked is null and (k.expires is null or k.expires > clock_timestamp())
