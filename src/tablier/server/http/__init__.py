"""HTTP: routes and pages, with the limits and headers that protect them."""
