// Shows what a manager wants to see of a day: on screen, and as a file.
import { join } from 'node:path';
import { ok } from '../contract/errors.ts';
import { exceptionsOf, type TillException } from '../contract/exceptions.ts';
import { exceptionsOfDay, exceptionsCsv } from '../exceptions/day.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import { hasCashiers } from '../store/cashiers.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { Requests } from './request.ts';

export function exceptionRequests(context: Context): Requests<'exceptions'> {
  /** At a till without cashiers they are the signed-in user's. */
  const named = ({ db, profile }: Till, date: string): readonly TillException[] => {
    const user = hasCashiers(db) ? null : profile.userName;
    return exceptionsOfDay(db, date).map((one) => ({ ...one, by: one.by ?? user }));
  };
  return {
    'exceptions.list': {
      actions: 'see_exceptions',
      words: ({ date }, { says, format }) => [says.seeExceptions(format.date(date))],
      run: ({ date }, till) => ok(named(till, date)),
    },
    'exceptions.export': {
      actions: () => ['see_exceptions', 'export'],
      words: ({ date }, { says, format }) => [says.exportExceptions(format.date(date))],
      run: ({ date, by }, till) => {
        const { profile } = till;
        const text = exceptionsCsv(exceptionsOf(named(till, date), by), context.language());
        const name = fileNameOf([profile.companyCode, 'exceptions', date], 'csv');
        return writeNewFile(join(context.receiptFolder(), name), Buffer.from(text, 'utf8'));
      },
    },
  };
}
