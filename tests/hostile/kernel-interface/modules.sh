# Loads a module into the kernel.
# control: none: it would change the host
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
def attempt(number, *arguments):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
attempt(175, buffer, 0, b"")
attempt(313, 0, b"", 0)
END
