// Once this is loaded, Node's file calls fail as on Windows. An open file, or a folder that holds
// one, can be neither renamed, removed nor replaced (EBUSY), and a virus scanner holds each file at
// its first rename (EPERM). Works only on Linux, which tells which files are open.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';
import Database from 'better-sqlite3';

const { readdirSync, readlinkSync, renameSync, unlinkSync, rmSync } = fs;
const promises = { ...fs.promises };

/** The open files of this process, including those of SQLite. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // This was the descriptor of the list itself.
      return [];
    }
  });
}

function failed(code: 'EBUSY' | 'EPERM', call: string, path: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${code}: as on Windows, ${call} '${path}'`);
  return Object.assign(error, { code, syscall: call, path });
}

/** What a test itself does to the till's files is let through. */
const isOfTheTill = (): boolean => (new Error().stack ?? '').includes('/src-main/');

function refuseOpen(call: string, ...paths: readonly fs.PathLike[]): void {
  if (!isOfTheTill()) return;
  const open = openFiles();
  for (const path of paths.map((each) => resolve(String(each))))
    if (open.some((file) => file === path || file.startsWith(path + sep)))
      throw failed('EBUSY', call, path);
}

const seenNames = new Set<string>();
function scanFirst(path: fs.PathLike): void {
  if (!isOfTheTill()) return;
  const name = `${String(path)} ${String(fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs)}`;
  if (seenNames.has(name)) return;
  seenNames.add(name);
  throw failed('EPERM', 'rename', String(path));
}

fs.renameSync = (from, to) => {
  refuseOpen('rename', from, to);
  scanFirst(from);
  renameSync(from, to);
};
fs.unlinkSync = (path) => {
  refuseOpen('unlink', path);
  unlinkSync(path);
};
fs.rmSync = (path, options) => {
  refuseOpen('rm', path);
  rmSync(path, options);
};
fs.promises.rename = async (from, to) => {
  refuseOpen('rename', from, to);
  scanFirst(from);
  await promises.rename(from, to);
};
fs.promises.unlink = async (path) => {
  refuseOpen('unlink', path);
  await promises.unlink(path);
};
fs.promises.rm = async (path, options) => {
  refuseOpen('rm', path);
  await promises.rm(path, options);
};
syncBuiltinESMExports();
// The binding chooses its binary by the platform, once, so it is loaded before that changes.
new Database(':memory:').close();
// For code that waits and tries again only on Windows.
Object.defineProperty(process, 'platform', { value: 'win32' });
