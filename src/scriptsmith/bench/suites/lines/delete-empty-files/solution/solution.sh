find spool -type f -empty -delete
