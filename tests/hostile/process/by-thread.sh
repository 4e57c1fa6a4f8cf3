# Kills a process of the host by its thread.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

for number in (200, 131):
    libc.syscall(number, victim, signal.SIGKILL)
libc.syscall(234, victim, victim, signal.SIGKILL)
END
