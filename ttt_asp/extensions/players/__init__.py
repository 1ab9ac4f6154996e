"""Programs that play a role."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    uses=("authoring", "exploring"),
    optional=("authoring",),  # to write replies into files
    proof_options=("book_file:REPLIES",),
    hooks={
        "programs": "given:GivenPrograms",
        "asking": "asking:asking_of",
        "adapt": "adapt:adapt",
        "reply_table": "book:book_of",
        "adapter": "adapter:adapter_of",
    },
)
