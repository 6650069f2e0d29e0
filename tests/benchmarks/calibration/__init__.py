"""How true the chances are, over events that were held: `python -m tests.benchmarks.calibration FOLDER`."""
