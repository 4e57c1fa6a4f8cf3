# Asks for the rules of another system.
# control: plain
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
def attempt(number, *arguments):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
attempt(135, 0x0400000)
END
