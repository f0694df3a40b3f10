"""What the pages of the site are made of: directives and roles for Sphinx, one module each."""
