# Computes for longer than it may.
# control: wide-limits
python3 - <<'END'
import time
while time.process_time() < 4:
    pass
print("ESCAPED")
END
