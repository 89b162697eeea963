"""A client of a surepath gate, in one file and with nothing but the standard library (Python 3.8 and later).

A gate (`surepath serve`) proves robot motions free of collision, or shows where they are not. Over HTTP:

    from surepath_client import Gate

    with Gate.http("http://127.0.0.1:8765") as gate:
        answer = gate.motion([[0.0, -0.5, 0.0], [0.4, -0.5, 0.2]], budget_ms=50)
        if answer["verdict"] == "free":
            ...  # proven for every configuration between them

or with a gate of its own, over standard input and output:

    with Gate.stdio(["surepath", "serve", "--stdio", "cell.yaml"]) as gate:
        print(gate.state({"joint1": 0.3, "joint2": 0.0})["verdict"])

Only the verdict "free" claims something of every configuration; "undecided" is what a budget leaves over, and must be
treated as not free. Metres, radians, seconds; names that end in `_ms` count milliseconds. What methods take and answer is
described in docs/serve.md, and by the gate itself at /openapi.json: parameters go through as keywords, answers are the
plain dictionaries of the gate.

A Gate over HTTP keeps one connection and does one call at a time; threads that shall not wait for each other have a Gate
each. A Gate over standard input and output takes calls of several threads at once.
"""

from __future__ import annotations

import http.client
import json
import queue
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse
from typing import Any, Callable, Dict, IO, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

__all__ = ["Gate", "GateError", "Cancelled", "OtherRun", "Overloaded", "Unreachable", "VersionConflict", "CODES"]
__version__ = "1.0"

#: A result or a part of one, as JSON has it.
Json = Dict[str, Any]
#: Values of all joints in the order of the cell's `joints`, or values by name.
Configuration = Union[Sequence[float], Mapping[str, float]]
#: Called with {"phase", "done", "of", ...} while a call runs.
OnProgress = Callable[[Json], None]
#: A call of a batch: the name of a method, and its parameters.
Call = Tuple[str, Mapping[str, Any]]

#: Codes of errors: those of JSON-RPC 2.0 and the gate's own; `unreachable` is this client's.
CODES: Dict[str, int] = {
    "parse": -32700,
    "invalidRequest": -32600,
    "unknownMethod": -32601,
    "invalidParams": -32602,
    "internal": -32603,
    "input": -32000,
    "unknownCell": -32001,
    "versionConflict": -32002,
    "overloaded": -32003,
    "cancelled": -32004,
    "tooLarge": -32005,
    "notAllowed": -32006,
    "otherRun": -32007,
    "unreachable": 0,
}

#: Methods that change what is open: never sent twice.
_MUTATING = frozenset(["open", "edit", "close"])
#: Seconds after which a connection that was not used is opened anew: the gate may be about to close it.
_IDLE_S = 30.0


class GateError(Exception):
    """A call that has no result.

    `code` is one of CODES. `data` is what came with it, mostly a fault: `code` (a stable word), `message`, `place` (a JSON
    pointer into the parameters), `file`, `line`, `column`, `hint`.
    """

    def __init__(self, code: int, message: str, data: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data: Json = dict(data or {})

    @property
    def fault(self) -> Optional[Json]:
        """What is wrong with the input, where, and what to do about it; None where nothing is said."""
        return self.data if "code" in self.data else None

    def __str__(self) -> str:
        hint = self.data.get("hint")
        return "%s (%s)" % (self.message, hint) if hint else self.message


class Overloaded(GateError):
    """The gate has too much to do. Nothing of the request was done."""

    @property
    def retry_after_ms(self) -> float:
        """Milliseconds after which to ask again."""
        return float(self.data.get("retryAfter_ms", 1000))


class VersionConflict(GateError):
    """The version that was asked for is not the current one, or not held any more."""

    @property
    def current(self) -> Optional[int]:
        """The version that is current."""
        return self.data.get("current")


class OtherRun(GateError):
    """The gate was restarted: its cells, versions and edits are gone. Make a new Gate, and open the cell again."""


class Cancelled(GateError):
    """The call was cancelled, or its time was over before anything could be answered."""


class Unreachable(GateError):
    """There is no gate, or what came is no answer of one."""

    def __init__(self, message: str) -> None:
        super().__init__(CODES["unreachable"], message)


_CLASSES = {
    CODES["overloaded"]: Overloaded,
    CODES["versionConflict"]: VersionConflict,
    CODES["cancelled"]: Cancelled,
    CODES["otherRun"]: OtherRun,
}


def _error_from(value: Any) -> GateError:
    """An error object of JSON-RPC, whatever it is."""
    if not isinstance(value, dict) or not isinstance(value.get("code"), int):
        return Unreachable("the answer is no answer of a gate")
    code, message = value["code"], str(value.get("message", "the gate says no more"))
    data = value.get("data")
    return _CLASSES.get(code, GateError)(code, message, data if isinstance(data, dict) else None)


def _outcome_of(response: Any) -> Union[Any, GateError]:
    """The result of a response of JSON-RPC, or its error, not raised."""
    if isinstance(response, dict) and "result" in response:
        return response["result"]
    return _error_from(response.get("error") if isinstance(response, dict) else None)


def _result_of(response: Any) -> Any:
    outcome = _outcome_of(response)
    if isinstance(outcome, GateError):
        raise outcome
    return outcome


def _dumps(value: Any) -> str:
    """JSON. NaN and infinities are no JSON: a ValueError here, not a parse error there."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """Arrays of numpy and the like, without knowing them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError("%s cannot be sent to a gate" % type(value).__name__)


class Gate:
    """A connection to a gate. Made by `Gate.http` or `Gate.stdio`; ends with `end()`, or as a context manager."""

    def __init__(self, transport: "Union[_Http, _Stdio]") -> None:
        self._transport = transport
        #: The id of the gate's run, which every request names; None before the first answer.
        self.gate: Optional[str] = None

    @classmethod
    def http(
        cls,
        url: str,
        token: Optional[str] = None,
        timeout_s: Optional[float] = 130.0,
        context: Optional[ssl.SSLContext] = None,
    ) -> "Gate":
        """A gate that is served over HTTP. Nothing is sent before the first call.

        `timeout_s` is how long an answer may take before the connection is given up; `context` is for https.
        """
        return cls(_Http(url, token, timeout_s, context))

    @classmethod
    def stdio(
        cls,
        command: Sequence[str] = ("surepath", "serve", "--stdio"),
        cwd: Optional[str] = None,
        stderr: Union[None, int, IO[Any]] = None,
    ) -> "Gate":
        """A gate of one's own: a process that is started here, and ends with this object."""
        return cls(_Stdio(command, cwd, stderr))

    def call(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        on_progress: Optional[OnProgress] = None,
        budget_ms: Optional[float] = None,
    ) -> Any:
        """Calls a method by name, and returns its result. Raises a GateError."""
        asked = dict(params or {})
        if budget_ms is not None:
            asked["budget_ms"] = budget_ms
        result = self._transport.call(method, self._naming(method, asked), on_progress)
        self._require_run(result)
        return result

    def batch(self, calls: Sequence[Call]) -> List[Union[Any, GateError]]:
        """Several calls in one message. Results in their order, errors among them, not raised."""
        if not calls:
            return []
        outcomes = self._transport.batch([(method, self._naming(method, params)) for method, params in calls])
        return [self._judged(each) for each in outcomes]

    def _naming(self, method: str, params: Mapping[str, Any]) -> Json:
        """The parameters, naming the run. A cancellation needs no name: it is about a request of this connection."""
        named: Json = {} if self.gate is None or method == "cancel" else {"gate": self.gate}
        named.update(params)
        return named

    def _require_run(self, result: Any) -> None:
        """Raises OtherRun for a result of another run than the answers before."""
        gate = result.get("gate") if isinstance(result, dict) else None
        if not isinstance(gate, str):
            return
        if self.gate is None:
            self.gate = gate
        if gate != self.gate:
            message = 'the answer is of the run "%s" of the gate; the answers before were of "%s"' % (gate, self.gate)
            hint = "the gate was restarted: its cells and edits are gone; make a new Gate and open the cell again"
            data = {"code": "gate/other-run", "message": message, "hint": hint, "gate": gate}
            raise OtherRun(CODES["otherRun"], message, data)

    def _judged(self, outcome: Union[Any, GateError]) -> Union[Any, GateError]:
        try:
            self._require_run(outcome)
        except OtherRun as error:
            return error
        return outcome

    def open(self, file: str, **params: Any) -> Json:
        """Opens a cell: a file of the folder that is served, or one of `files` (contents by path)."""
        return self.call("open", dict(params, file=file))

    def edit(self, edits: Sequence[Mapping[str, Any]], **params: Any) -> Json:
        """Changes a cell, all edits or none; `version` is the one that is expected to be current."""
        return self.call("edit", dict(params, edits=list(edits)))

    def close_cell(self, cell: str) -> Json:
        """Closes a cell."""
        return self.call("close", {"cell": cell})

    def cells(self) -> List[Json]:
        """The cells that are open: cell, version, file."""
        return self.call("cells")["cells"]

    def info(self, **params: Any) -> Json:
        """What a cell consists of: robots, joints with limits, bodies, pairs with reasons."""
        return self.call("info", params)

    def state(self, q: Configuration, **params: Any) -> Json:
        """Is a configuration free, and which two bodies are closest? Says nothing of the way to another one."""
        return self.call("state", dict(params, q=q))

    def vector(self, q: Configuration, **params: Any) -> Json:
        """Collision vectors between classes of bodies: how near, which way, proven from below."""
        return self.call("vector", dict(params, q=q))

    def live(self, q: Configuration, **params: Any) -> Json:
        """Where the robots are now: what state and vector say of it, for the asker and for all who follow the cell."""
        return self.call("live", dict(params, q=q))

    def motion(
        self,
        waypoints: Optional[Sequence[Configuration]] = None,
        on_progress: Optional[OnProgress] = None,
        **params: Any,
    ) -> Json:
        """Is a motion free, all of it? Give waypoints, or `trajectory` or `file` by name."""
        asked = params if waypoints is None else dict(params, waypoints=waypoints)
        return self.call("motion", asked, on_progress)

    def plan(self, on_progress: Optional[OnProgress] = None, **params: Any) -> Json:
        """A path from one state to others, proven free. `from` is a word of Python: give `start` instead."""
        asked = dict(params)
        if "start" in asked:
            asked["from"] = asked.pop("start")
        return self.call("plan", asked, on_progress)

    def certificate(
        self,
        waypoints: Optional[Sequence[Configuration]] = None,
        on_progress: Optional[OnProgress] = None,
        **params: Any,
    ) -> Json:
        """The proof that a motion is free, as text that anybody can check."""
        asked = params if waypoints is None else dict(params, waypoints=waypoints)
        return self.call("certificate", asked, on_progress)

    def verify(self, certificate: Union[str, Mapping[str, str]], **params: Any) -> Json:
        """Is a certificate a proof that its motion is free in this cell?

        With a motion (`waypoints`, `trajectory` or `file`), of this one: read by the rules given here (`wrap`, literal by
        default, `interpolation`, `delays`), whatever the certificate says. The answer has them as `path`.
        """
        return self.call("verify", dict(params, certificate=certificate))

    def end(self) -> None:
        """Ends the connection, and the process if there is one."""
        self._transport.end()

    def __enter__(self) -> "Gate":
        return self

    def __exit__(self, *_: Any) -> None:
        self.end()


class _Http:
    """JSON-RPC over one connection that is kept; with progress, one method as a stream of events."""

    def __init__(
        self,
        url: str,
        token: Optional[str],
        timeout_s: Optional[float],
        context: Optional[ssl.SSLContext],
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unreachable('"%s" is no address of a gate, such as http://127.0.0.1:8765' % url)
        self._url = url
        self._base = parts.path.rstrip("/")
        self._address = (parts.hostname, parts.port)
        self._tls = (context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._timeout = timeout_s
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = "Bearer " + token
        self._connection: Optional[http.client.HTTPConnection] = None
        self._used = 0.0
        self._lock = threading.Lock()

    def call(self, method: str, params: Json, on_progress: Optional[OnProgress]) -> Any:
        again = method not in _MUTATING
        if on_progress is None:
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            return _result_of(self._rpc(request, again))
        with self._lock:
            path = "/v1/" + urllib.parse.quote(method, safe="")
            response = self._send(path, _dumps(params), "text/event-stream", again)
            try:
                if response.status != 200:
                    raise _problem(response.status, _parsed(response.read()))
                for event, data in _events(response):
                    if event == "progress":
                        on_progress(data)
                    elif event == "result":
                        response.read()
                        return data
                    elif event == "error":
                        response.read()
                        raise _problem(0, data)
                raise Unreachable("the stream ended without a result")
            except (OSError, http.client.HTTPException) as error:
                raise Unreachable("the connection to %s was lost: %s" % (self._url, error)) from error
            finally:
                # What is not read to its end is no connection for the next call.
                if not response.isclosed():
                    self._drop()

    def batch(self, calls: Sequence[Call]) -> List[Union[Any, GateError]]:
        requests = [
            {"jsonrpc": "2.0", "id": i, "method": method, "params": dict(params)}
            for i, (method, params) in enumerate(calls)
        ]
        answer = self._rpc(requests, all(method not in _MUTATING for method, _ in calls))
        if not isinstance(answer, list):
            raise _error_from(answer.get("error") if isinstance(answer, dict) else None)
        return _in_order(answer, range(len(requests)))

    def _rpc(self, body: Any, again: bool) -> Any:
        with self._lock:
            response = self._send("/rpc", _dumps(body), "application/json", again)
            try:
                text = response.read()
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                raise Unreachable("the connection to %s was lost: %s" % (self._url, error)) from error
        answer = _parsed(text)
        if response.status != 200 or answer is None:
            raise _problem(response.status, answer)
        return answer

    def _send(self, path: str, body: str, accept: str, again: bool) -> http.client.HTTPResponse:
        """Sends a request. On a connection that was kept and is lost, once more if nothing can be done twice."""
        if self._connection is not None and time.monotonic() - self._used > _IDLE_S:
            self._drop()
        kept = self._connection is not None
        try:
            return self._send_once(path, body, accept)
        except (OSError, http.client.HTTPException) as error:
            self._drop()
            if not (kept and again) or isinstance(error, socket.timeout):
                raise Unreachable("no gate answers at %s: %s" % (self._url, error)) from error
        try:
            return self._send_once(path, body, accept)
        except (OSError, http.client.HTTPException) as error:
            self._drop()
            raise Unreachable("no gate answers at %s: %s" % (self._url, error)) from error

    def _send_once(self, path: str, body: str, accept: str) -> http.client.HTTPResponse:
        if self._connection is None:
            self._connection = self._connect()
        headers = dict(self._headers, Accept=accept)
        self._connection.request("POST", self._base + path, body.encode("utf-8"), headers)
        self._used = time.monotonic()
        return self._connection.getresponse()

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._address
        made: http.client.HTTPConnection
        if self._tls is None:
            made = http.client.HTTPConnection(host, port, timeout=self._timeout)
        else:
            made = http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._tls)
        made.connect()
        # Head and body go in two pieces: without this the second may wait for the first to be acknowledged.
        made.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def end(self) -> None:
        self._drop()


def _events(response: http.client.HTTPResponse) -> Iterator[Tuple[str, Any]]:
    """Server-sent events: names, and data as JSON."""
    event, data = "message", []  # type: Tuple[str, List[str]]
    for raw in response:
        line = raw.decode("utf-8").rstrip("\r\n")
        if line == "":
            if data:
                yield event, _parsed("\n".join(data))
            event, data = "message", []
        elif line.startswith("event:"):
            event = line[6:].lstrip(" ")
        elif line.startswith("data:"):
            data.append(line[5:].lstrip(" "))


def _parsed(text: Union[bytes, str]) -> Any:
    """JSON, or None."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _problem(status: int, body: Any) -> GateError:
    """An error as HTTP says it: problem details (RFC 9457) with the code and fault that JSON-RPC has."""
    if isinstance(body, dict):
        if "error" in body:
            return _error_from(body["error"])
        detail = str(body.get("detail", "the gate answered with status %d" % status))
        if isinstance(body.get("code"), int):
            return _error_from({"code": body["code"], "message": detail, "data": body.get("fault")})
        if status in (401, 403):
            return GateError(CODES["notAllowed"], detail)
        return Unreachable(detail)
    return Unreachable("the gate answered with status %d" % status)


def _in_order(responses: Sequence[Any], ids: Sequence[int]) -> List[Union[Any, GateError]]:
    found = {each.get("id"): each for each in responses if isinstance(each, dict)}
    missing = {"error": None}
    return [_outcome_of(found.get(i, missing)) for i in ids]


class _Stdio:
    """JSON-RPC with a process: one message a line. A thread reads, so that calls can wait side by side."""

    def __init__(
        self, command: Sequence[str], cwd: Optional[str], stderr: Union[None, int, IO[Any]]
    ) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=cwd,
            )
        except OSError as error:
            raise Unreachable("%s cannot be started: %s" % (command[0], error)) from error
        self._lock = threading.Lock()
        self._next = 1
        self._over = False
        #: Those who wait, by the id of their request: responses, progress, and None at the end.
        self._waiting: "Dict[int, queue.Queue[Any]]" = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def call(self, method: str, params: Json, on_progress: Optional[OnProgress]) -> Any:
        answers: "queue.Queue[Any]" = queue.Queue()
        (request_id,) = self._ask([(method, params)], answers, one=True)
        try:
            while True:
                message = self._take(answers)
                if message.get("method") != "progress":
                    return _result_of(message)
                if on_progress is not None:
                    told = {k: v for k, v in message["params"].items() if k != "id"}
                    on_progress(told)
        except BaseException:
            # Somebody gave up, by Ctrl-C or in on_progress: the gate need not go on.
            self._cancel(request_id)
            raise

    def batch(self, calls: Sequence[Call]) -> List[Union[Any, GateError]]:
        answers: "queue.Queue[Any]" = queue.Queue()
        ids = self._ask(calls, answers, one=False)
        responses = []
        while len(responses) < len(ids):
            message = self._take(answers)
            if message.get("method") == "progress":
                continue
            if message.get("id") is None:
                raise _error_from(message.get("error"))
            responses.append(message)
        return _in_order(responses, ids)

    def _ask(self, calls: Sequence[Call], answers: "queue.Queue[Any]", one: bool) -> List[int]:
        with self._lock:
            if self._over:
                raise Unreachable("the gate has ended")
            ids = list(range(self._next, self._next + len(calls)))
            self._next += len(calls)
            requests = [
                {"jsonrpc": "2.0", "id": i, "method": method, "params": dict(params)}
                for i, (method, params) in zip(ids, calls)
            ]
            line = _dumps(requests[0] if one else requests)
            for i in ids:
                self._waiting[i] = answers
            self._write(line)
        return ids

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode("utf-8") + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise Unreachable("the gate has ended: %s" % error) from error

    def _cancel(self, request_id: int) -> None:
        with self._lock:
            if self._waiting.pop(request_id, None) is None or self._over:
                return
            try:
                self._write(
                    _dumps({"jsonrpc": "2.0", "method": "cancel", "params": {"id": request_id}})
                )
            except Unreachable:
                pass

    @staticmethod
    def _take(answers: "queue.Queue[Any]") -> Json:
        message = answers.get()
        if message is None:
            raise Unreachable("the gate ended before it answered")
        return message

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = _parsed(line)
            for each in message if isinstance(message, list) else [message]:
                if isinstance(each, dict):
                    self._hand_out(each)
        with self._lock:
            self._over = True
            waiting = {id(answers): answers for answers in self._waiting.values()}
            self._waiting.clear()
        for answers in waiting.values():
            answers.put(None)

    def _hand_out(self, message: Json) -> None:
        is_progress = message.get("method") == "progress"
        with self._lock:
            if is_progress:
                answers = self._waiting.get(message.get("params", {}).get("id"))
            elif message.get("id") is None:
                # About a message that could not be read: nobody knows whose it was.
                everybody = {id(each): each for each in self._waiting.values()}
                self._waiting.clear()
                for each in everybody.values():
                    each.put(message)
                return
            else:
                answers = self._waiting.pop(message["id"], None)
        if answers is not None:
            answers.put(message)

    def end(self) -> None:
        """The gate ends when its input does; one that does not is ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(timeout=5)
        self._process.stdout.close()
