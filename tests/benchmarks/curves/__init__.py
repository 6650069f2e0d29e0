"""Charts of time beside size, ours and the peers': `python -m tests.benchmarks.curves` measures and draws them."""
