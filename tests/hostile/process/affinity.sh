# Binds a process of the host to one processor.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

os.sched_setaffinity(victim, {min(os.sched_getaffinity(0))})
print("ESCAPED")
END
