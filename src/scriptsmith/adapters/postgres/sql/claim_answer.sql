-- Takes a key for a request; no row where it was taken before.
insert into scriptsmith.answer (who, key) values (%(who)s, %(key)s) on conflict do nothing returning key
