// Tills on a disk that cannot read a part of them.
import { runInterposed } from './interposed.ts';

export interface BadSectorOptions {
  readonly sales: number;
  /** Each so many pages one is made unreadable. */
  readonly everyPage: number;
  /** From which size the file is read later; null for never. */
  readonly laterFromBytes: number | null;
  /** Whether the till's file is gone, and it is its newest backup that cannot be read. */
  readonly ofBackup: boolean;
  /** Whether the last opening came to a bad end before the file was read. */
  readonly wasKilled?: boolean;
}

/** What each opening of one till has said. */
export interface Openings {
  readonly page: number;
  readonly first: string;
  readonly second: string;
  readonly third: string;
}

export async function openOnBadSectors(options: BadSectorOptions): Promise<readonly Openings[]> {
  const output = await runInterposed('bad-sectors-process.ts', options);
  return JSON.parse(output.toString('utf8')) as readonly Openings[];
}
