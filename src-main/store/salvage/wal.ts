// Returns whether a write-ahead log has lost what was committed: SQLite itself silently drops
// everything behind the first broken frame. The format is SQLite's ("WAL-mode File Format").
import { existsSync, readFileSync } from 'node:fs';

export type LogState = 'whole' | 'torn' | 'damaged';

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * `torn`: one commit, the last, stands behind a broken frame. A power cut leaves that of a
 * transaction that was never acknowledged, but it may also be one that was. `damaged`: several
 * commits stand there, of which all but the last were acknowledged, or the header is unreadable. A
 * process that is killed while it writes leaves neither.
 */
export function logState(log: string): LogState {
  if (!existsSync(log)) return 'whole';
  const bytes = readFileSync(log);
  if (bytes.length <= headerBytes) return 'whole';
  const magic = bytes.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return 'damaged';
  const read = magic === 0x377f0682 ? 'readUInt32LE' : 'readUInt32BE';
  const sum: [number, number] = [0, 0];
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at += 8) {
      sum[0] = (sum[0] + bytes[read](at) + sum[1]) >>> 0;
      sum[1] = (sum[1] + bytes[read](at + 4) + sum[0]) >>> 0;
    }
  };
  const sumStandsAt = (at: number): boolean =>
    bytes.readUInt32BE(at) === sum[0] && bytes.readUInt32BE(at + 4) === sum[1];

  add(0, 24);
  if (!sumStandsAt(24)) return 'damaged';
  const salts = bytes.subarray(16, 24);
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8);
  let whole = true;
  let commitsBehind = 0;
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    const isOfThisRound = bytes.subarray(at + 8, at + 16).equals(salts);
    const isCommit = bytes.readUInt32BE(at + 4) > 0;
    if (whole) {
      add(at, at + 8);
      add(at + frameHeaderBytes, at + frameBytes);
      whole = isOfThisRound && sumStandsAt(at + 16);
    }
    if (!whole && isOfThisRound && isCommit) commitsBehind += 1;
  }
  if (commitsBehind === 0) return 'whole';
  return commitsBehind === 1 ? 'torn' : 'damaged';
}
