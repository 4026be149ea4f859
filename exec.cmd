@rem What a POSIX shell calls exec, for the scripts of package.json under cmd.exe.
@%*
