sed -n 's/\r$//; s/^DATABASE_URL=//p' .env
