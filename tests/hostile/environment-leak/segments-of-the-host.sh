# Reads memory that programs of the host share.
# control: same-box
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for line in open("/proc/sysvipc/shm").read().splitlines()[1:]:
    place = libc.shmat(int(line.split()[1]), None, 0o10000)
    if place not in (None, ctypes.c_void_p(-1).value):
        print(ctypes.string_at(place, 40))
END
