# Loads a program into the kernel.
# control: none: kernels refuse it to whom the control may be
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
def attempt(number, *arguments):
    result = libc.syscall(number, *arguments)
    print(number, "ESCAPED" if result >= 0 else ctypes.get_errno())
attempt(321, 0, buffer, 128)
END
