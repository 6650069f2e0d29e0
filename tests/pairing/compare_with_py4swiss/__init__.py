"""Our engines beside those of py4swiss, which the ordinary tests do not need (`pip install tablo-chess[bench]`)."""
