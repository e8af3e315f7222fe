#!/usr/bin/python3
"""The command line of this server; `serve`, `create_private_token` and `show_private_token` are its own."""
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "service.settings")
    execute_from_command_line(sys.argv)
