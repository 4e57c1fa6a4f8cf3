# Kills a process of the host by a descriptor of it.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)
signal.pidfd_send_signal(os.pidfd_open(victim), signal.SIGKILL)
END
