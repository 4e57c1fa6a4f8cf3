# Fills memory with several processes, each of which stays below the limit.
# control: wide-limits
for i in {1..8}; do python3 -c "x = b'x' * (50 << 20); open('/work/full$i', 'x'); import time; time.sleep(3)" & done
for n in {1..40}; do sleep .1; full=(/work/full*); [ ${#full[@]} = 8 ] && break; done
[ ${#full[@]} = 8 ] && [ "$(jobs -pr | wc -l)" = 8 ] && echo ESCAPED; wait
