-- Notes what a run has cost so far, where it is noted who asked for it.
update scriptsmith.request set cost = %(cost)s::double precision where run = %(run)s::text
