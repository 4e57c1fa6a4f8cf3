# Connects to a Unix socket through another name of it.
# control: same-box
python3 - <<'END'
import os, socket
def attempt(family, kind, address):
    try:
        with socket.socket(family, kind) as link:
            link.settimeout(1)
            link.connect(address)
            link.send(b"hello")
            print(link.recv(100))
    except OSError as error:
        print(error)
port = int(os.environ["PORT"])

os.symlink(os.environ["SOCKET"], "/work/s")
attempt(socket.AF_UNIX, socket.SOCK_STREAM, "/work/s")
attempt(socket.AF_UNIX, socket.SOCK_STREAM, "/proc/self/root" + os.environ["SOCKET"])
END
