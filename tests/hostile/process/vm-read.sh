# Reads the memory of a process of the host by a call made for that.
# control: plain-victim
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
low = next(int(line.split("-")[0], 16) for line in open(f"/proc/{victim}/maps"))
buffer = ctypes.create_string_buffer(16)
here, there = Vector(ctypes.addressof(buffer), 16), Vector(low, 16)
if libc.process_vm_readv(victim, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) == 16:
    print("ESCAPED")
END
