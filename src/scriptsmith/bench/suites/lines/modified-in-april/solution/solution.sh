TZ=UTC find logs -type f -printf '%TY-%Tm %p\n' | sed -n 's/^2026-04 //p' | LC_ALL=C sort
