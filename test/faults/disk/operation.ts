// What a till does to its files in one go.
import type { Problem } from './check-till.ts';
import type { Expected, Say } from './words.ts';

export interface Operation {
  readonly name: string;
  /** Makes the file as the operation finds it, unless there is none. */
  prepare(file: string, seed: number, say: Say): void | Promise<void>;
  /** Calls `begin` where the operation begins. */
  run(file: string, seed: number, begin: () => void, say: Say): void | Promise<void>;
  /** The share of its boundaries that a sweep tries, if it has too many: else 1. */
  readonly share?: number;
  /** The operation migrates the file to a later schema. */
  readonly migrates?: boolean;
  /**
   * Opens what is left in a way of its own. It is asked again once the operation was begun anew and
   * has ended.
   */
  check?(file: string, expected: Expected): Promise<readonly Problem[]>;
}
