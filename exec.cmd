@rem The scripts of package.json say `exec`, so that signals reach our process and not a shell in between.
@rem Windows has no such command; this is it.
@%*
