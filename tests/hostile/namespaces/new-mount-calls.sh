# Mounts by the newer calls for that.
# control: plain
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for number, arguments in ((430, (b"tmpfs", 0)), (428, (-100, b"/", 1))):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
END
