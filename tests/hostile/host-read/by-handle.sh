# Opens a file by its handle instead of its path.
# control: none: needs CAP_DAC_READ_SEARCH of the host
python3 - <<'END'
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
class Handle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_uint), ("type", ctypes.c_int), ("data", ctypes.c_ubyte * 128)]
for path in ("/", "/etc", "/work"):
    handle, mount = Handle(bytes=128), ctypes.c_int()
    if libc.name_to_handle_at(-100, path.encode(), ctypes.byref(handle), ctypes.byref(mount), 0) == 0:
        fd = libc.open_by_handle_at(os.open(path, os.O_RDONLY), ctypes.byref(handle), 0)
        if fd >= 0:
            print("ESCAPED", path)
END
