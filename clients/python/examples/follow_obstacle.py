"""Keeps a moving obstacle in the cell and asks how near it is: python3 follow_obstacle.py http://127.0.0.1:8765

Each place where a sensor sees it is an edit; the answer names the version that it is about.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from surepath_client import Gate  # noqa: E402


def main():
    with Gate.http(sys.argv[1]) as gate:
        joints = [each["name"] for each in gate.info()["degreesOfFreedom"]]
        q = [0.0] * len(joints)
        ball = {"kind": "sphere", "radius": 0.1}
        pose = {"xyz": [0, 0, 5]}
        gate.edit([{"kind": "add-obstacle", "name": "seen", "shape": ball, "pose": pose}])
        try:
            for height in (5.0, 4.0, 3.0):
                pose = {"xyz": [0, 0, height]}
                edited = gate.edit([{"kind": "move-obstacle", "obstacle": "seen", "pose": pose}])
                answer = gate.state(q, version=edited["version"])
                print(height, answer["verdict"], answer["version"])
        finally:
            gate.edit([{"kind": "remove-obstacle", "obstacle": "seen"}])


if __name__ == "__main__":
    main()
