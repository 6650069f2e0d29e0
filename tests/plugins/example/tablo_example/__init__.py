"""An example of a plugin: four small things that Tablo does not have, each in a module of its own."""
