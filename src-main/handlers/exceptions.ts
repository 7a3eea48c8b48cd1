// Shows what a manager wants to see of a day: on screen, and as a file.
import { join } from 'node:path';
import { ok } from '../contract/errors.ts';
import { exceptionsOf } from '../contract/exceptions.ts';
import { exceptionsCsv } from '../exceptions/csv.ts';
import { exceptionsOfDay } from '../exceptions/day.ts';
import { fileNameOf, writeNewFile } from '../receipt/new-file.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function exceptionHandlers(context: Context): HandlersOf<'exceptions'> {
  return {
    'exceptions.list': ({ date }, { db }) => ok(exceptionsOfDay(db, date)),
    'exceptions.export': ({ date, by }, { db, profile }) => {
      const text = exceptionsCsv(exceptionsOf(exceptionsOfDay(db, date), by), context.language());
      const name = fileNameOf([profile.companyCode, 'exceptions', date], 'csv');
      return writeNewFile(join(context.receiptFolder(), name), Buffer.from(text, 'utf8'));
    },
  };
}
