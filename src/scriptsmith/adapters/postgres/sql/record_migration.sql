-- One migration was applied.
insert into scriptsmith.migration (number, name, digest) values (%(number)s, %(name)s, %(digest)s)
