"""A relay between a TraCI client and SUMO that notes what the client asked for.

A controller of a real street has detectors, signals and a clock. Whatever else SUMO would tell (the
vehicles on a lane, their speeds, their ways) is an oracle's knowledge; `Relay.oracle` names each
such request. The protocol: sumo.dlr.de/docs/TraCI/Protocol.html.
"""
import collections
import socket
import struct
import threading

DOMAINS = {0: "induction loop", 1: "entry-exit detector", 2: "signal", 3: "lane", 4: "vehicle",
           5: "vehicle type", 6: "route", 7: "point of interest", 8: "polygon", 9: "junction",
           0xA: "edge", 0xB: "simulation", 0xC: "view", 0xD: "lane-area detector", 0xE: "person"}
GET, SUBSCRIBE, SET, CONTEXT = 0xA, 0xD, 0xC, 0x8
WHOLE = {0x00: "version", 0x02: "step", 0x03: "order", 0x7F: "close"}
IDENTIFIERS, COUNT = 0x00, 0x01

# What a detector in the street can tell: counts, speeds, occupancy, gaps, queues, its own place.
LOOP = {IDENTIFIERS, COUNT, 0x10, 0x11, 0x13, 0x15, 0x16, 0x42, 0x51,
        0x23, 0x24, 0x25, 0x27, 0x28, 0x29}
AREA = {IDENTIFIERS, COUNT, 0x10, 0x11, 0x13, 0x14, 0x18, 0x19, 0x20, 0x21, 0x42, 0x44, 0x51,
        0x23, 0x24, 0x25, 0x27, 0x28, 0x29, 0x32, 0x33}
# A signal's own states, programs and links; no vehicles that wait or hinder.
SIGNAL = {IDENTIFIERS, COUNT, 0x20, 0x21, 0x22, 0x23, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2B, 0x2C,
          0x2D}
# The clock alone: now, the end, the length of a step, whether vehicles are still to come.
CLOCK = {0x1D, 0x66, 0x70, 0x7B, 0x7D}
ALLOWED = {0: LOOP, 1: LOOP | {0x14}, 0xD: AREA, 2: SIGNAL, 0xB: CLOCK}


def commands(message):
    """(identifier, content) of each command of a message without its length."""
    at = 0
    while at < len(message):
        length, head = message[at], 1
        if length == 0:
            length, head = struct.unpack_from(">I", message, at + 1)[0], 5
        if length <= head:
            raise ValueError("a TraCI command without content")
        yield message[at + head], message[at + head + 1:at + length]
        at += length


def asked(identifier, content):
    """(kind, domain, variables) of a command; kind None for those that concern the whole."""
    if identifier in WHOLE:
        return None, WHOLE[identifier], ()
    kind, domain = identifier >> 4, identifier & 15
    if kind in (GET, SET):
        return kind, domain, (content[0],)
    if kind == SUBSCRIBE:
        length = struct.unpack_from(">I", content, 16)[0]
        at = 20 + length
        return kind, domain, tuple(content[at + 1:at + 1 + content[at]])
    return kind, domain, ()


class Relay:
    """Listens for one client, passes it on to SUMO, and counts its requests by name."""

    def __init__(self, port):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.target = port
        self.requests, self.oracle = collections.Counter(), collections.Counter()
        self.fault = None
        self.threads = [threading.Thread(target=self.serve, daemon=True)]
        self.threads[0].start()

    def serve(self):
        try:
            client, _ = self.server.accept()
            street = self.connect()
            for end in (client, street):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            back = threading.Thread(target=self.copy, args=(street, client), daemon=True)
            back.start()
            self.read(client, street)
            back.join(30)
            client.close()
            street.close()
        except (OSError, ValueError, struct.error) as error:
            self.fault = str(error)

    def connect(self):
        """SUMO's socket, which opens once its net is loaded."""
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", self.target))
            except ConnectionRefusedError:
                threading.Event().wait(0.1)
        raise OSError("SUMO did not open its port")

    @staticmethod
    def copy(source, target):
        try:
            while piece := source.recv(1 << 16):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def read(self, client, street):
        """Notes whole messages as they pass."""
        held = b""
        while piece := client.recv(1 << 16):
            street.sendall(piece)
            held += piece
            while len(held) >= 4 and len(held) >= (size := struct.unpack(">I", held[:4])[0]):
                for identifier, content in commands(held[4:size]):
                    self.note(identifier, content)
                held = held[size:]
        street.shutdown(socket.SHUT_WR)

    def note(self, identifier, content):
        kind, domain, variables = asked(identifier, content)
        if kind is None:
            self.requests[domain] += 1
            return
        name = DOMAINS.get(domain, f"domain {domain:#x}")
        verb = {GET: "get", SET: "set", SUBSCRIBE: "subscribe", CONTEXT: "context"}.get(kind)
        for variable in variables or (None,):
            shown = f"{verb or f'command {identifier:#x}'} {name}" + (
                "" if variable is None else f" {variable:#04x}")
            self.requests[shown] += 1
            fair = (variable in ALLOWED.get(domain, ()) if kind in (GET, SUBSCRIBE)
                    else kind == SET and domain == 2)
            if not fair:
                self.oracle[shown] += 1

    def close(self):
        self.server.close()
        self.threads[0].join(5)
