-- Hands back what workers were at that are gone, and returns what of that was a run.
select run, tries, final from scriptsmith.hand_back(%(silence)s::double precision, %(most)s::integer)
