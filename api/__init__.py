"""The HTTP interface: `api.asgi.app.create_app` makes the application."""
