"""One source: solutions are written by hand, lessons are cut from them."""
