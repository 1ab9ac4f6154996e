"""The functions of `ttt_asp` for Python: documented, their arguments checked, stopped in time."""

from ttt_asp.extension import Extension

EXTENSION = Extension(package=__name__, hooks={"public": "public:public"})
