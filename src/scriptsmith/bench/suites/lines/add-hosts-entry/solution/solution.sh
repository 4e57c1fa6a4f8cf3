grep -qxF '10.0.0.5 db.internal' hosts || { new=$(awk 1 hosts; echo '10.0.0.5 db.internal') && printf '%s\n' "$new" > hosts; }
