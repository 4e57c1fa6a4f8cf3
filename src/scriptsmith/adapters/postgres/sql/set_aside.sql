-- Keeps a message that could not be read, once.
insert into scriptsmith.set_aside (place, why, text) values (%(place)s, %(why)s, %(text)s) on conflict (place) do nothing
