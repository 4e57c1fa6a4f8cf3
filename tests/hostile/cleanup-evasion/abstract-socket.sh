# Leaves a socket without a place in the tree.
# control: killed-leader
python3 - <<'END'
import os, socket
listener = socket.socket(socket.AF_UNIX)
listener.bind("\0" + os.environ["MARK"])
if os.fork() == 0:
    os.setsid()
    null = os.open("/dev/null", os.O_RDWR)
    for fd in range(3):
        os.dup2(null, fd)
    os.set_inheritable(listener.fileno(), True)
    os.execv("/bin/bash", ["bash", "-c", 'exec -a "$MARK" sleep 120'])
END
