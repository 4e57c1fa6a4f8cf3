# Makes namespaces by starting a child in them.
# control: plain
python3 - <<'END'
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for flags in (0x10000000, 0x00020000, 0x10020000):
    pid = libc.syscall(56, flags | 17, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        print("ESCAPED")
END
