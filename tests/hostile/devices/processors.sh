# Finds devices of the processors and of power.
# control: none: not every host has one to show
for d in /dev/cpu/0/msr /dev/cpu_dma_latency /dev/mcelog /dev/snapshot; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
