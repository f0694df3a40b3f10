"""The table in a tab: tables, views and protocol in a browser, by Pyodide, without a server."""
