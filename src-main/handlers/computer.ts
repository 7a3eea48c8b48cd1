// Checks whether this computer is fit for a till, as the page asks it.
import { KeptFindings } from '../computer/kept-findings.ts';
import { computerOfTill } from '../computer/of-till.ts';
import { err, ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function computerHandlers(context: Context): HandlersOf<'computer'> {
  const { session, settings, computer, openHiddenWindow } = context;
  const kept = new KeptFindings({
    till: () => session.till?.db,
    computer: () =>
      computerOfTill(computer, {
        serviceAddress: session.serviceAddress,
        reach: (address, timeoutMs) => session.access.reach(address, timeoutMs),
        printer: settings.value.printing.printer,
        printQueue: session.till?.printQueue,
        openHiddenWindow,
      }),
  });
  return {
    'computer.check': async ({ check }) => ok(await kept.check(check)),
    'computer.report': ({ scan }) => {
      const { folder, home, version } = computer;
      const text = kept.report(scan, {
        ...{ language: context.language(), version, at: context.now(), folder, home },
      });
      return ok({ text });
    },
    'computer.saveReport': async () =>
      kept.read === null ? err({ code: 'not_found' }) : computer.saveReport(kept.read),
  };
}
