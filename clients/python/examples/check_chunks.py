"""Checks chunks of motion before they are sent to a robot: python3 check_chunks.py http://127.0.0.1:8765

A policy or a planner proposes where to go next; each chunk is sent only when it is proven free within
5 seconds (a controller gives it milliseconds). Whatever else is answered, and whatever goes wrong, the robot
stays where it is.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from surepath_client import Gate, GateError  # noqa: E402


def proposals(here):
    """Chunks of a quarter of a radian of the first joint, for a policy to be put in their place."""
    for step in range(1, 5):
        chunk = [list(here), [here[0] + 0.25 * step] + list(here[1:])]
        yield chunk


def main():
    with Gate.http(sys.argv[1]) as gate:
        joints = [each["name"] for each in gate.info()["degreesOfFreedom"]]
        here = [0.0] * len(joints)
        for chunk in proposals(here):
            try:
                answer = gate.motion(chunk, budget_ms=5000)
            except GateError as error:
                print("not sent:", error)
                return
            if answer["verdict"] != "free":
                print("not sent:", answer["verdict"], answer.get("pair", ""))
                return
            print("sent: %s, proven in version %d" % (chunk[-1][0], answer["version"]))


if __name__ == "__main__":
    main()
