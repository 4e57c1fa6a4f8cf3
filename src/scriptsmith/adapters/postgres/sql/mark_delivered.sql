-- Notes that an outlet took a delivery, whoever was at it.
update scriptsmith.delivery set state = 'delivered', ended = clock_timestamp(), said = ''
where id = %(id)s::bigint and state <> 'delivered'
