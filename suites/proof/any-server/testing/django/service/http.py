from django.core.servers.basehttp import WSGIRequestHandler


class RequestHandler(WSGIRequestHandler):
    """Django's own, which loses what signatures are made of: the target as sent, and fields sent several times."""

    # Head and body of an answer are written one after the other; the second would wait for the first to be confirmed.
    disable_nagle_algorithm = True

    def get_environ(self):
        environ = super().get_environ()
        environ["RAW_URI"] = self.path
        for name in set(self.headers):
            values = self.headers.get_all(name)
            if len(values) > 1:
                environ["HTTP_" + name.upper().replace("-", "_")] = ", ".join(value.strip() for value in values)
        return environ

    def log_message(self, *args):
        pass
