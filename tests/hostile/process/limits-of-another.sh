# Sets the limits of a process of the host.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

import resource
resource.prlimit(victim, resource.RLIMIT_NOFILE, (3, 3))
print("ESCAPED")
END
