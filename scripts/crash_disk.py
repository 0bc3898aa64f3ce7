"""A disk that loses its power: what a command did to files, as strace saw it, and what may be left.

Modelled: a file's writes and lengths are sure once the file was synchronised after them, names once
their folder was. Of the rest any part may have arrived: sectors of 512 or 4096 bytes of a write
each for itself, lengths without the bytes before them (zeros then), names of a folder in their
order or not. A rename within a file system is never halved. Not modelled: disks that lie about a
synchronisation, sectors half written, writes through memory (a city's -shm file, which SQLite makes
anew, is left out; another such file stops the simulation).
"""

import os
import pathlib
import re
import subprocess

CALLS = ("openat,open,creat,close,dup,dup2,dup3,fcntl,lseek,read,write,pwrite64,writev,pwritev,"
         "ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,link,"
         "linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,mmap,clone,clone3,fork,vfork,exit_group,"
         "sendfile,copy_file_range")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
LINE = re.compile(r"^(\d+) +(.*)$", re.S)


def record(command, folder, environment, to):
    """Runs a command under strace; the calls, complete, each as (start, process, text)."""
    ended = subprocess.run(
        ["strace", "-f", "-qq", "-xx", "-s", "64000000", "-e", "raw=read", "-e", f"trace={CALLS}",
         "-e", "signal=none", "-o", str(to), *command],
        cwd=folder, env=environment, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"strace {command}: {ended.stderr}")
    calls, begun = [], {}
    with open(to) as lines:
        for index, line in enumerate(lines):
            process, text = LINE.match(line.rstrip("\n")).groups()
            if text.endswith("<unfinished ...>"):
                begun[process] = (index, text[:-len("<unfinished ...>")])
            elif text.startswith("<... "):
                start, head = begun.pop(process)
                calls.append((start, process, head + text.split(" resumed>", 1)[1]))
            else:
                calls.append((index, process, text))
    children = {text.rsplit("= ", 1)[1].split()[0] for _, _, text in calls
                if re.match(r"clone|fork|vfork", text) and "CLONE_THREAD" not in text}
    return [call for call in calls if call[1] not in children]


class Operation:
    """Something that happened to a file or a folder, and whether the disk is sure to have it."""

    def __init__(self, kind, owner, start, *values):
        self.kind, self.owner, self.start, self.values = kind, owner, start, values
        self.is_sure = False


class Opened:
    def __init__(self, file, appends):
        self.file, self.offset, self.appends = file, 0, appends


class Disk:
    """The calls of one command on a folder, one after the other."""

    def __init__(self, before, place, heeds_syncs=True):
        self.place, self.heeds_syncs = str(place), heeds_syncs
        self.operations, self.opened = [], {}
        self.told = False
        # Files are numbers; a name is a path below the place.
        self.content, self.names, self.lengths, self.folders = {}, {}, {}, {""}
        for path in sorted(pathlib.Path(before).rglob("*")):
            name = str(path.relative_to(before))
            if path.is_dir():
                self.folders.add(name)
            else:
                self.new_file(name, path.read_bytes())
        self.names_before, self.folders_before = dict(self.names), set(self.folders)

    def new_file(self, name, content=b""):
        number = len(self.content)
        self.content[number], self.lengths[number] = content, len(content)
        self.names[name] = number
        return number

    def name(self, path):
        """The path below the place; `None` for one elsewhere."""
        path = os.path.normpath(os.path.join(self.place, path))
        if path == self.place:
            return ""
        return path[len(self.place) + 1:] if path.startswith(self.place + "/") else None

    @staticmethod
    def folder(name):
        return name.rpartition("/")[0]

    def add(self, kind, owner, start, *values):
        self.operations.append(Operation(kind, owner, start, *values))

    # MARK: Calls

    def apply(self, call):
        """Takes a call in; answers whether it matters for what is on the disk."""
        start, _, text = call
        kind, rest = text.split("(", 1)
        if kind == "exit_group":
            self.told = self.told or rest.startswith("0)")
            return True
        arguments, _, result = rest.rpartition(") ")
        result = result.strip().removeprefix("= ").split()[0]
        if result in ("-1", "?"):
            return False
        value = int(result, 0)
        texts = [bytes.fromhex(found[0].replace("\\x", "")) for found in TEXT.findall(arguments)]
        if any(found[1] for found in TEXT.findall(arguments)):
            raise RuntimeError("strace cut a call short")
        method = getattr(self, "on_" + kind, None)
        return bool(method and method(start, arguments, texts, value))

    def on_openat(self, start, arguments, texts, value):
        name = self.name(texts[0].decode())
        self.opened.pop(value, None)
        if name is None:
            return False
        if name in self.folders:
            self.opened[value] = Opened("/" + name, False)
            return False
        made = name not in self.names
        if made and "O_CREAT" not in arguments:
            return False
        if made:
            number = self.new_file(name)
            self.add("link", self.folder(name), start, name, number)
        elif "O_TRUNC" in arguments:
            self.truncate(start, self.names[name], 0)
        self.opened[value] = Opened(self.names[name], "O_APPEND" in arguments)
        return made or "O_TRUNC" in arguments

    on_open = on_openat

    def on_close(self, _, arguments, texts, value):
        self.opened.pop(int(arguments.split(",")[0]), None)

    def descriptor(self, arguments):
        return self.opened.get(int(arguments.split(",")[0], 0))

    def on_dup(self, _, arguments, texts, value):
        found = self.descriptor(arguments)
        self.opened.pop(value, None)
        if found:
            self.opened[value] = found

    on_dup2 = on_dup3 = on_dup

    def on_fcntl(self, start, arguments, texts, value):
        if "F_DUPFD" in arguments:
            self.on_dup(start, arguments, texts, value)

    def on_lseek(self, _, arguments, texts, value):
        if found := self.descriptor(arguments):
            found.offset = value

    def on_read(self, _, arguments, texts, value):
        if found := self.descriptor(arguments):
            found.offset += value

    def on_write(self, start, arguments, texts, value):
        found = self.descriptor(arguments)
        if found is None:
            self.told = self.told or arguments.startswith("1,")
            return arguments.startswith("1,")
        if found.appends:
            found.offset = self.lengths[found.file]
        self.put(start, found.file, found.offset, b"".join(texts)[:value])
        found.offset += value
        return True

    on_writev = on_write

    def on_pwrite64(self, start, arguments, texts, value):
        found = self.descriptor(arguments)
        if found is not None:
            self.put(start, found.file, int(arguments.rsplit(", ", 1)[1], 0),
                     b"".join(texts)[:value])
        return found is not None

    on_pwritev = on_pwrite64

    def put(self, start, file, offset, data):
        self.add("write", file, start, offset, data)
        self.lengths[file] = max(self.lengths[file], offset + len(data))

    def truncate(self, start, file, length):
        self.add("truncate", file, start, length)
        self.lengths[file] = length

    def on_ftruncate(self, start, arguments, texts, value):
        found = self.descriptor(arguments)
        if found is not None:
            self.truncate(start, found.file, int(arguments.split(", ")[1], 0))
        return found is not None

    def on_fallocate(self, start, arguments, texts, value):
        found = self.descriptor(arguments)
        if found is not None:
            _, mode, offset, length = arguments.split(", ")
            if mode != "0":
                raise RuntimeError(f"fallocate({arguments}) is not modelled")
            self.truncate(start, found.file,
                          max(self.lengths[found.file], int(offset) + int(length)))
        return found is not None

    def on_fsync(self, start, arguments, texts, value):
        found = self.descriptor(arguments)
        if found is None or not self.heeds_syncs:
            return found is not None
        owner = found.file[1:] if isinstance(found.file, str) else found.file
        for operation in self.operations:
            if operation.owner == owner and operation.start < start:
                operation.is_sure = True
        return True

    on_fdatasync = on_fsync

    def refuse(self, _, arguments, texts, value):
        if self.descriptor(arguments):
            raise RuntimeError(f"a call is not modelled: {arguments}")

    on_sendfile = on_copy_file_range = refuse

    def on_mmap(self, _, arguments, texts, value):
        parts = arguments.split(", ")
        if "MAP_SHARED" not in parts[3] or "PROT_WRITE" not in parts[2]:
            return
        found = self.opened.get(int(parts[4]))
        names = [name for name, file in self.names.items() if found and file == found.file]
        if any(not name.endswith("-shm") for name in names):
            raise RuntimeError(f"writes through memory are not modelled: {names}")

    def on_link(self, start, arguments, texts, value):
        source, name = (self.name(text.decode()) for text in texts)
        self.names[name] = self.names[source]
        self.add("link", self.folder(name), start, name, self.names[source])
        return True

    on_linkat = on_link

    def on_unlink(self, start, arguments, texts, value):
        name = self.name(texts[0].decode())
        if name is None:
            return False
        if name in self.folders:
            self.folders.discard(name)
        else:
            self.names.pop(name, None)
        self.add("unlink", self.folder(name), start, name)
        return True

    on_unlinkat = on_rmdir = on_unlink

    def on_mkdir(self, start, arguments, texts, value):
        name = self.name(texts[0].decode())
        if name is None:
            return False
        self.folders.add(name)
        self.add("mkdir", self.folder(name), start, name)
        return True

    on_mkdirat = on_mkdir

    def on_rename(self, start, arguments, texts, value):
        source, name = (self.name(text.decode()) for text in texts)
        if source is None and name is None:
            return False
        if source is None or name is None or source in self.folders:
            raise RuntimeError(f"rename to or from elsewhere, or of a folder: {source} {name}")
        self.names[name] = self.names.pop(source)
        self.add("rename", self.folder(name), start, source, name, self.names[name])
        return True

    on_renameat = on_renameat2 = on_rename

    # MARK: After the cut

    def write_remains(self, folder, chance):
        """What the disk may hold if the power fails now."""
        share = chance.choice([0, 0.1, 0.5, 0.9, 1])
        sector = chance.choice([512, 4096])
        keeps_order = chance.random() < 0.5
        content = {number: bytearray(data) for number, data in self.content.items()}
        names, folders = dict(self.names_before), set(self.folders_before)
        ended = set()
        for operation in self.operations:
            is_name = operation.kind in ("link", "unlink", "rename", "mkdir")
            arrives = operation.is_sure or chance.random() < share
            if is_name and keeps_order and not operation.is_sure:
                # The journal of names ends somewhere.
                arrives = arrives and operation.owner not in ended
                if not arrives:
                    ended.add(operation.owner)
            if operation.kind == "write":
                self.write_sectors(
                    content[operation.owner], operation, arrives, share, sector, chance)
            elif operation.kind == "truncate" and arrives:
                data, (length,) = content[operation.owner], operation.values
                del data[length:]
                data.extend(bytes(length - len(data)))
            elif is_name and arrives:
                self.rename(names, folders, operation)
        for name in sorted(folders, key=len):
            if name and self.folder(name) in folders:
                (folder / name).mkdir(exist_ok=True)
        for name, number in names.items():
            if (folder / name).parent.is_dir() and not name.endswith("-shm"):
                (folder / name).write_bytes(content[number])

    @staticmethod
    def write_sectors(data, operation, arrives, share, sector, chance):
        offset, bytes_ = operation.values
        if operation.is_sure or (arrives and chance.random() < 0.5):
            pieces = [(0, len(bytes_))]
        elif not arrives and chance.random() < 0.5:
            pieces = []
        else:
            # Of a write that was not sure, any of its sectors.
            edges = [0, *range(sector - offset % sector, len(bytes_), sector), len(bytes_)]
            pieces = [piece for piece in zip(edges, edges[1:]) if chance.random() < share]
        for first, last in pieces:
            end = offset + last
            data.extend(bytes(max(0, end - len(data))))
            data[offset + first:end] = bytes_[first:last]

    @staticmethod
    def rename(names, folders, operation):
        if operation.kind == "mkdir":
            folders.add(operation.values[0])
        elif operation.kind == "link":
            names[operation.values[0]] = operation.values[1]
        elif operation.kind == "unlink":
            names.pop(operation.values[0], None)
            folders.discard(operation.values[0])
        else:
            source, name, number = operation.values
            if names.get(source) == number:
                del names[source]
            names[name] = number


def cut(calls, before, place, folder, chance, heeds_syncs=True):
    """Leaves in `folder` what a power cut at a random call leaves; whether it was told by then."""
    disk = Disk(before, place, heeds_syncs)
    probe = Disk(before, place)
    moments = [index for index, call in enumerate(calls) if probe.apply(call)]
    # Every fourth cut comes when the command is done.
    last = moments[-1] if chance.random() < 0.25 else chance.choice(moments)
    for call in calls[:last + 1]:
        disk.apply(call)
    disk.write_remains(folder, chance)
    return disk.told
