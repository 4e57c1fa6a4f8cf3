# Slows a process of the host down.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

os.setpriority(os.PRIO_PROCESS, victim, 19)
print("ESCAPED" if os.getpriority(os.PRIO_PROCESS, victim) == 19 else "")
END
