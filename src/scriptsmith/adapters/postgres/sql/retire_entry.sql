-- Takes one version of an entry out of retrieval.
insert into scriptsmith.retired (entry, version) values (%(entry)s, %(version)s)
on conflict do nothing
