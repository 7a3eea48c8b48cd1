// Node's file calls as Windows answers them, for whatever runs after this is loaded: what is open
// is neither renamed, nor removed, nor replaced (EBUSY), nor is a folder that holds it; and what is
// renamed is held by a virus scanner at first (EPERM). Only for Linux, which tells what is open.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';
import Database from 'better-sqlite3';

const { readdirSync, readlinkSync, renameSync, unlinkSync, rmSync } = fs;
const promises = { ...fs.promises };

/** Of this process, SQLite's own included. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // It was the descriptor of this very list.
      return [];
    }
  });
}

function failed(code: 'EBUSY' | 'EPERM', call: string, path: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${code}: as on Windows, ${call} '${path}'`);
  return Object.assign(error, { code, syscall: call, path });
}

/** What a test does to the till's files is no concern of Windows'. */
const isOfTheTill = (): boolean => (new Error().stack ?? '').includes('/src-main/');

function refuseOpen(call: string, ...paths: readonly fs.PathLike[]): void {
  if (!isOfTheTill()) return;
  const open = openFiles();
  for (const path of paths.map((each) => resolve(String(each))))
    if (open.some((file) => file === path || file.startsWith(path + sep)))
      throw failed('EBUSY', call, path);
}

const seen = new Set<string>();
function scanFirst(path: fs.PathLike): void {
  if (!isOfTheTill()) return;
  const name = `${String(path)} ${String(fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs)}`;
  if (seen.has(name)) return;
  seen.add(name);
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
// Its binary is chosen by the platform, once.
new Database(':memory:').close();
// Whoever is patient on Windows alone.
Object.defineProperty(process, 'platform', { value: 'win32' });
