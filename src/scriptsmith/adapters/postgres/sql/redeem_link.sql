-- Uses a link up, and says who comes in with it; no row when it was used or has expired.
update scriptsmith.link set used = clock_timestamp()
where digest = %(digest)s and used is null and expires > clock_timestamp()
returning name, parts, id
