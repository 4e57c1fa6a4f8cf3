# Exchanges a file of the host with another one, in one step.
# control: same-box
python3 - <<'END'
import ctypes, os
path = os.environ["CANARY"]
open(path + ".x", "w").write("owned")
libc = ctypes.CDLL(None, use_errno=True)
if libc.renameat2(-100, (path + ".x").encode(), -100, path.encode(), 2):
    os.replace(path + ".x", path)
END
