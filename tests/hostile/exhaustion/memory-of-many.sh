# Fills memory with several processes, each of which stays below the limit.
# control: wide-limits
for i in 1 2 3 4 5 6 7 8; do python3 -c "x = b'x' * (50 << 20); import time; time.sleep(3)" & done; sleep 2; [ "$(jobs -pr | wc -l)" = 8 ] && echo ESCAPED; wait
