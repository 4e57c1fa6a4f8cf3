-- Records that a step of the queue's schema was taken.
insert into scriptsmith.queue_step (name) values (%(name)s::text)
