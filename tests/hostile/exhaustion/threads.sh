# Starts more threads than it may have processes.
# control: wide-limits
python3 - <<'END'
import threading, time
for _ in range(200):
    threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
time.sleep(0.5)
print("ESCAPED" if threading.active_count() >= 200 else "")
END
