"""As many open files as the system allows this process: the usual thousand is less than a hall."""

import sys

if sys.platform != "win32":
    import resource


def take_all_sockets() -> None:
    if sys.platform != "win32":
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
