# Allows itself the core file that starts the host's own handler of crashes.
# control: plain
python3 - <<'END'
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
print("ESCAPED" if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0 else "")
END
