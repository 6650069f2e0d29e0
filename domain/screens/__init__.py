"""The screens in the hall: a small event stream of its own, named `hall`."""
