# Opens for writing which processor takes interrupts.
# control: none: bubblewrap covers it for root, too
exec 3> /proc/irq/default_smp_affinity && echo ESCAPED
