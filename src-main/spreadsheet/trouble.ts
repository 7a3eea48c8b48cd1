// What ends the reading of a spreadsheet, as an error of ours.
import { err, type Result } from '../contract/errors.ts';
import {
  mostOfSpreadsheet,
  type SpreadsheetBound,
  type SpreadsheetError,
  type SpreadsheetProblem,
} from '../contract/spreadsheet.ts';

class SpreadsheetTrouble extends Error {
  readonly error: SpreadsheetError;

  constructor(error: SpreadsheetError) {
    super(error.code);
    this.error = error;
  }
}

export const unusable = (problem: SpreadsheetProblem): Error =>
  new SpreadsheetTrouble({ code: 'spreadsheet_unusable', problem });

/** @throws if there is more than a spreadsheet may have. */
export function checkBound(bound: SpreadsheetBound, amount: number): void {
  const most = mostOfSpreadsheet[bound];
  if (amount > most) {
    throw new SpreadsheetTrouble({ code: 'spreadsheet_too_large', bound, most });
  }
}

/**
 * Returns what unpacking threw as trouble with the file. Errors of the file system, and trouble,
 * stay what they are.
 */
export function damage(error: unknown): unknown {
  const isKnown = error instanceof SpreadsheetTrouble;
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isKnown || isOfSystem ? error : unusable('damaged');
}

/**
 * Returns trouble as an error. Errors: `spreadsheet_unusable`, `spreadsheet_too_large`, and those
 * of `act`.
 */
export async function withoutTrouble<Value>(
  act: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof SpreadsheetTrouble) return err(error.error);
    throw error;
  }
}
