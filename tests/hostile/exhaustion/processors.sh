# Computes with several processes, each for less than it may.
# control: wide-limits
for i in 1 2 3 4; do python3 -c "import time
while time.process_time() < 1.2: pass" & done; wait; echo ESCAPED
