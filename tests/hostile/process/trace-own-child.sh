# Traces a process of its own, which opens the kernel to whatever tracing gets wrong.
# control: plain
python3 - <<'END'
import ctypes, os, time
libc = ctypes.CDLL(None, use_errno=True)
child = os.fork()
if child == 0:
    time.sleep(5)
    os._exit(0)
if libc.ptrace(16, child, 0, 0) == 0:
    print("ESCAPED")
os.kill(child, 9)
END
