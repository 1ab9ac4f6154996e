"""Many questions at once, in processes or on a cluster; and calls that really end in time."""

from ttt_asp.extension import Extension

EXTENSION = Extension(package=__name__, hooks={"called_apart": "worker_process:called_apart"})
