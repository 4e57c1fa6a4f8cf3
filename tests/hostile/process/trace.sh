# Traces a process of the host.
# control: plain-victim
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

if libc.ptrace(16, victim, 0, 0) == 0:
    print("ESCAPED")
END
