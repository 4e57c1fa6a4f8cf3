# Opens more files than it may.
# control: plain
python3 - <<'END'
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
kept = [open("/dev/null") for _ in range(4000)]
print("ESCAPED")
END
