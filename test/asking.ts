// Asks for what requests do as the page does: of one till, or of whichever till is open at that
// moment.
import type { Answer, Argument, RequestName } from '../src-main/contract/api.ts';
import { err, type Result } from '../src-main/contract/errors.ts';
import type { Declared } from '../src-main/handlers/request.ts';
import { lowerThanKnown } from '../src-main/till/known-prices.ts';
import type { Till } from '../src-main/till/till.ts';

type Asking<Names extends RequestName> = {
  readonly [Name in Names]: (
    argument: Argument<Name>,
  ) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;
};

export function asking<Names extends RequestName>(
  requests: { readonly [Name in Names]: Declared<Name> },
  tillNow: () => unknown,
): Asking<Names> {
  const askedRequests = Object.entries(requests).map(([name, request]) => {
    const { run, cart } = request as Declared<'sell.finish'> & { readonly till?: true };
    const { till: needsTill = true } = request as { readonly till?: boolean };
    return [
      name,
      (argument: Argument<'sell.finish'>) => {
        const now = tillNow();
        if (needsTill && !now) return err({ code: 'not_signed_in' });
        const till = now as Till;
        // `answering.ts` hands in what it has had approved.
        const lowered =
          cart === 'finished' ? lowerThanKnown(argument.cart, till.catalogue, []) : [];
        return run(argument, till, lowered);
      },
    ];
  });
  return Object.fromEntries(askedRequests) as Asking<Names>;
}
