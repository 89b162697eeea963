"""Does what a line of JSON asks with the Python client, and prints what came of it: for gateClients.test.ts.

Each line is {"call": METHOD, "params": {...}, "progress": bool} or {"batch": [[METHOD, PARAMS], ...]}.
"""

import json
import sys

from surepath_client import Gate, GateError


def told(outcome):
    if isinstance(outcome, GateError):
        return {"error": {"kind": type(outcome).__name__, "code": outcome.code, "fault": outcome.fault}}
    return {"result": outcome}


def attempt(gate, asked):
    steps = []
    try:
        if "batch" in asked:
            return {"batch": [told(each) for each in gate.batch([tuple(c) for c in asked["batch"]])]}
        listener = steps.append if asked.get("progress") else None
        result = gate.call(asked["call"], asked["params"], listener)
        return dict(told(result), progress=len(steps))
    except GateError as error:
        return told(error)


def main():
    kind, *rest = json.loads(sys.argv[1])
    made = Gate.http(*rest) if kind == "http" else Gate.stdio(*rest)
    with made as gate:
        for line in sys.stdin:
            print(json.dumps(attempt(gate, json.loads(line))), flush=True)


main()
