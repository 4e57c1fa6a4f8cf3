# Calls by the numbers of another architecture, which a filter might not know.
# control: none: kernels without the x32 numbers refuse them by themselves
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
def attempt(number, *arguments):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
attempt(0x40000000 + 165, b'tmpfs', b'/mnt', b'tmpfs', 0, 0)
END
