# Asks not to be told when its parent dies.
# control: killed-leader
python3 - <<'END'
import ctypes, os
libc = ctypes.CDLL(None)
if os.fork() == 0:
    libc.prctl(1, 0, 0, 0, 0)
    os.setsid()
    null = os.open("/dev/null", os.O_RDWR)
    for fd in range(3):
        os.dup2(null, fd)
    os.execv("/bin/bash", ["bash", "-c", 'exec -a "$MARK" sleep 120'])
END
