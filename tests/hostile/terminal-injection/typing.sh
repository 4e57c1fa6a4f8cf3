# Types into the terminal of whoever started it.
# control: none: kernels refuse it to whom the control may be
python3 - <<'END'
import fcntl, os
for name in ("/dev/tty", "/proc/1/fd/0", "/dev/pts/0", "/dev/console"):
    try:
        fd = os.open(name, os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(fd, 0x5412, b"x")
        print("ESCAPED")
    except OSError as error:
        print(error)
END
