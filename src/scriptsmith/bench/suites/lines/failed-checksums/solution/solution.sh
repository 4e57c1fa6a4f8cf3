(cd release && sha256sum -c --quiet SHA256SUMS 2>/dev/null) | sed -E 's/: FAILED( open or read)?$//'
