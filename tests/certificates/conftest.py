"""The stand-alone checker as one file, made as its docstring says."""

import subprocess
from pathlib import Path

import pytest

from ttt_asp.certificates import checker


@pytest.fixture(scope="session")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checker that needs nothing of ttt-asp."""
    lines = [line.strip() for line in (checker.__doc__ or "").splitlines()]
    (recipe,) = (line for line in lines if line.startswith("cat "))
    path = tmp_path_factory.mktemp("copied") / "verify_certificate.py"
    command = ["sh", "-c", recipe.replace("OUT", '"$0"'), str(path)]
    subprocess.run(command, cwd=Path(checker.__file__).parent, check=True)
    return path
