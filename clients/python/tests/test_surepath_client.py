"""Tests of surepath_client against gates that say what they are told to: python3 -m unittest discover -s tests."""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import surepath_client as sc  # noqa: E402


class FakeGate(http.server.ThreadingHTTPServer):
    """Answers with what a test puts into `answers`: (status, headers, body) by path, a function of the request."""

    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.requests = []
        self.connections = 0
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def get_request(self):
        self.connections += 1
        return super().get_request()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_address[1]

    def stop(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        request = {"path": self.path, "headers": dict(self.headers), "body": json.loads(text)}
        self.server.requests.append(request)
        answer = self.server.answer(request)
        if answer is None:
            self.close_connection = True
            self.connection.close()
            return
        status, kind, body = answer
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def echo(request):
    """The method and params of each request as its result; the method `fail` fails with its params."""

    def one(each):
        if each["method"] == "fail":
            return {"jsonrpc": "2.0", "id": each["id"], "error": each["params"]}
        result = {"method": each["method"], "params": each["params"]}
        return {"jsonrpc": "2.0", "id": each["id"], "result": result}

    body = request["body"]
    # A gate may answer a batch in any order.
    answer = [one(each) for each in reversed(body)] if isinstance(body, list) else one(body)
    return 200, "application/json", answer


class HttpTest(unittest.TestCase):
    def gate(self, answer=echo, **options):
        server = FakeGate(answer)
        self.addCleanup(server.stop)
        gate = sc.Gate.http(server.url, **options)
        self.addCleanup(gate.end)
        return server, gate

    def test_methods_become_requests(self):
        _, gate = self.gate()
        cases = [
            (gate.open("cell.yaml", clearance=0.01), "open", {"file": "cell.yaml", "clearance": 0.01}),
            (gate.edit([{"kind": "clearance", "distance": 0.1}], version=3), "edit",
             {"edits": [{"kind": "clearance", "distance": 0.1}], "version": 3}),
            (gate.close_cell("c1"), "close", {"cell": "c1"}),
            (gate.info(cell="c1"), "info", {"cell": "c1"}),
            (gate.state([0, 1]), "state", {"q": [0, 1]}),
            (gate.vector({"j": 1}, threshold=0.1), "vector", {"q": {"j": 1}, "threshold": 0.1}),
            (gate.motion([[0], [1]], budget_ms=5), "motion", {"waypoints": [[0], [1]], "budget_ms": 5}),
            (gate.motion(file={"contents": "x"}), "motion", {"file": {"contents": "x"}}),
            (gate.plan(start="home", to=["goal"]), "plan", {"from": "home", "to": ["goal"]}),
            (gate.certificate([[0], [1]]), "certificate", {"waypoints": [[0], [1]]}),
            (gate.verify("proof"), "verify", {"certificate": "proof"}),
            (gate.call("state", {"q": []}, budget_ms=7), "state", {"q": [], "budget_ms": 7}),
        ]
        for answer, method, params in cases:
            self.assertEqual(answer, {"method": method, "params": params})

    def test_one_connection_is_kept(self):
        server, gate = self.gate()
        for _ in range(5):
            gate.state([0])
        self.assertEqual(server.connections, 1)

    def test_token(self):
        server, gate = self.gate(token="secret")
        gate.state([0])
        self.assertEqual(server.requests[0]["headers"]["Authorization"], "Bearer secret")

    def test_errors_are_exceptions(self):
        _, gate = self.gate()
        fault = {"code": "request/type", "message": "no", "place": "/q", "hint": "do"}
        with self.assertRaises(sc.GateError) as caught:
            gate.call("fail", {"code": -32602, "message": "invalid", "data": fault})
        self.assertEqual(caught.exception.code, sc.CODES["invalidParams"])
        self.assertEqual(caught.exception.fault, fault)
        self.assertEqual(str(caught.exception), "invalid (do)")
        with self.assertRaises(sc.Overloaded) as busy:
            gate.call("fail", {"code": -32003, "message": "busy", "data": {"retryAfter_ms": 40}})
        self.assertEqual(busy.exception.retry_after_ms, 40)
        with self.assertRaises(sc.VersionConflict) as conflict:
            gate.call("fail", {"code": -32002, "message": "old", "data": {"current": 9}})
        self.assertEqual(conflict.exception.current, 9)
        with self.assertRaises(sc.Cancelled):
            gate.call("fail", {"code": -32004, "message": "stopped"})

    def test_batches_come_in_order_with_their_errors(self):
        _, gate = self.gate()
        error = {"code": -32000, "message": "bad"}
        found = gate.batch([("state", {"q": [1]}), ("fail", error), ("info", {})])
        self.assertEqual(found[0], {"method": "state", "params": {"q": [1]}})
        self.assertIsInstance(found[1], sc.GateError)
        self.assertEqual(found[2]["method"], "info")
        self.assertEqual(gate.batch([]), [])

    def test_problems_of_http(self):
        def refuse(_):
            body = {"title": "Overloaded", "status": 503, "detail": "busy", "code": -32003,
                    "fault": {"code": "gate/overloaded", "retryAfter_ms": 10}}
            return 503, "application/problem+json", body

        _, gate = self.gate(refuse)
        with self.assertRaises(sc.Overloaded):
            gate.state([0])
        _, gate = self.gate(lambda _: (401, "application/problem+json", {"detail": "a token is needed"}))
        with self.assertRaises(sc.GateError) as caught:
            gate.state([0])
        self.assertEqual(caught.exception.code, sc.CODES["notAllowed"])
        for body in (b"<html>", b"", b"[]", b"7"):
            _, gate = self.gate(lambda _, body=body: (200, "text/html", body))
            with self.assertRaises(sc.Unreachable):
                gate.state([0])
            with self.assertRaises(sc.GateError):
                gate.call("edit", {"edits": []})

    def test_a_lost_connection_is_tried_again_unless_something_changes(self):
        lose = {"next": False}

        def answer(request):
            if lose["next"]:
                lose["next"] = False
                return None
            return echo(request)

        server, gate = self.gate(answer)
        gate.state([0])
        lose["next"] = True
        self.assertEqual(gate.state([1])["params"], {"q": [1]})
        lose["next"] = True
        with self.assertRaises(sc.Unreachable):
            gate.edit([{"kind": "clearance", "distance": 0}])
        self.assertEqual([r["body"]["method"] for r in server.requests], ["state", "state", "state", "edit"])

    def test_nobody_there(self):
        server = FakeGate(echo)
        url = server.url
        server.stop()
        with self.assertRaises(sc.Unreachable):
            sc.Gate.http(url).state([0])
        with self.assertRaises(sc.Unreachable):
            sc.Gate.http("ftp://somewhere")

    def test_progress(self):
        stream = (b": a comment\n\nevent: progress\ndata: {\"phase\":\"checking\",\"done\":1,\"of\":2}\n\n"
                  b"event: progress\r\ndata: {\"phase\":\"checking\",\r\ndata: \"done\":2,\"of\":2}\r\n\r\n"
                  b"event: result\ndata: {\"verdict\":\"free\"}\n\n")
        server, gate = self.gate(lambda _: (200, "text/event-stream", stream))
        told = []
        self.assertEqual(gate.motion([[0]], on_progress=told.append), {"verdict": "free"})
        self.assertEqual([each["done"] for each in told], [1, 2])
        self.assertEqual(server.requests[0]["path"], "/v1/motion")
        self.assertEqual(server.requests[0]["headers"]["Accept"], "text/event-stream")

    def test_streams_that_fail(self):
        error = b'event: error\ndata: {"status":422,"detail":"bad","code":-32000,"fault":{"code":"x/y"}}\n\n'
        for stream, kind in ((error, sc.GateError), (b"event: progress\ndata: {}\n\n", sc.Unreachable)):
            _, gate = self.gate(lambda _, stream=stream: (200, "text/event-stream", stream))
            with self.assertRaises(kind):
                gate.motion([[0]], on_progress=lambda _: None)

    def test_numbers_that_are_none(self):
        _, gate = self.gate()
        for bad in (float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                gate.state([bad])

    def test_arrays(self):
        class Array:
            def tolist(self):
                return [1.5, 2.5]

        _, gate = self.gate()
        self.assertEqual(gate.state(Array())["params"], {"q": [1.5, 2.5]})
        with self.assertRaises(TypeError):
            gate.state(object())


FAKE_STDIO = '''
import json, sys
held = []
for line in sys.stdin:
    message = json.loads(line)
    def say(value):
        sys.stdout.write(json.dumps(value) + "\\n")
        sys.stdout.flush()
    def answer(each):
        method, params, i = each["method"], each.get("params"), each.get("id")
        if method == "fail":
            return {"jsonrpc": "2.0", "id": i, "error": params}
        return {"jsonrpc": "2.0", "id": i, "result": {"method": method, "params": params}}
    if isinstance(message, list):
        if len(message) > 5:
            say({"jsonrpc": "2.0", "id": None, "error": {"code": -32005, "message": "too many"}})
        else:
            say([answer(each) for each in reversed(message)])
    elif message["method"] == "die":
        sys.exit(3)
    elif message["method"] == "hold":
        held.append(message)
        say({"jsonrpc": "2.0", "method": "progress", "params": {"id": message["id"], "phase": "x", "done": 0, "of": 0}})
    elif message["method"] == "cancel":
        for each in held:
            say(answer(each))
    else:
        sys.stdout.write("no JSON at all\\n")
        say(answer(message))
'''


class StdioTest(unittest.TestCase):
    def gate(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "fake.py")
        with open(path, "w") as file:
            file.write(FAKE_STDIO)
        gate = sc.Gate.stdio([sys.executable, path], stderr=subprocess.DEVNULL)
        self.addCleanup(gate.end)
        return gate

    def test_calls_and_batches(self):
        gate = self.gate()
        self.assertEqual(gate.state([0])["params"], {"q": [0]})
        found = gate.batch([("state", {"q": [1]}), ("fail", {"code": -32000, "message": "bad"})])
        self.assertEqual(found[0]["params"], {"q": [1]})
        self.assertIsInstance(found[1], sc.GateError)
        with self.assertRaises(sc.GateError) as caught:
            gate.batch([("state", {})] * 6)
        self.assertEqual(caught.exception.code, sc.CODES["tooLarge"])

    def test_threads_wait_side_by_side(self):
        gate = self.gate()
        found = {}

        def ask(i):
            found[i] = gate.state([i])["params"]["q"]

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(20)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(found, {i: [i] for i in range(20)})

    def test_giving_up_cancels(self):
        gate = self.gate()

        class GivenUp(Exception):
            pass

        def give_up(_):
            raise GivenUp

        with self.assertRaises(GivenUp):
            gate.call("hold", {}, on_progress=give_up)
        # The answer to what was cancelled is for nobody.
        self.assertEqual(gate.state([3])["params"], {"q": [3]})

    def test_a_gate_that_ends(self):
        gate = self.gate()
        with self.assertRaises(sc.Unreachable):
            gate.call("die")
        with self.assertRaises(sc.Unreachable):
            gate.state([0])
        with self.assertRaises(sc.Unreachable):
            sc.Gate.stdio(["/nowhere/surepath"])


if __name__ == "__main__":
    unittest.main()
