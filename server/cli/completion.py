"""`tablo completion`: what a shell runs to complete the words of `tablo`."""

import sys
from argparse import Namespace

from argcomplete.shell_integration import shellcode

from server.cli.terminal import OK, Parser, said

SHELLS = ("bash", "zsh", "fish")
PROGRAMS = ("tablo", "tablo-chess")


def add(parser: Parser) -> None:
    parser.description = said(
        "Print what the shell needs to complete commands, options and file names at a press of Tab."
    )
    parser.epilog = said(
        'bash: eval "$(tablo completion bash)" in ~/.bashrc; zsh: the same with zsh in ~/.zshrc, after compinit; fish: '
        "tablo completion fish > ~/.config/fish/completions/tablo.fish"
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    sys.stdout.write(shellcode(list(PROGRAMS), shell=arguments.shell) + "\n")
    return OK
