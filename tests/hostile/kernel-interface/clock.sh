# Sets the clock of the host, to what it is.
# control: none: it would touch the host
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
def attempt(number, *arguments):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
import time
buffer[:16] = __import__('struct').pack('qq', int(time.time()), 0)
attempt(227, 0, buffer)
attempt(164, buffer, 0)
END
