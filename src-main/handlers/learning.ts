// Learning from the service's documents: how far it is, what it offers, and taking products.
import { catalogueFailure } from '../catalogue/damage.ts';
import type { Argument } from '../contract/api.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { LearntOffer } from '../contract/learning.ts';
import { learntOf, offerProducts, takeProducts } from '../learning/take-products.ts';
import { told } from '../till/in-catalogue.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';

export function learningRequests(context: Context): Requests<'learning'> {
  return {
    'learning.state': forEverybody((_, { learning }) => ok(learning.state)),
    'learning.start': forEverybody((_, { learning }) => {
      learning.start();
      return ok(learning.state);
    }),
    'learning.stop': forEverybody(async (_, { learning }) => {
      await learning.stop();
      return ok(learning.state);
    }),
    'learning.methods': forEverybody((_, { learning }) => ok(learning.methods())),
    'learning.findMethods': forEverybody((_, { learning }) => learning.findMethods()),
    'learning.products': forEverybody((_, till) => offer(till)),
    'learning.choices': forEverybody((_, { learning }) => ok(learning.choices())),
    'learning.takeProducts': {
      actions: 'change_catalogue',
      words: ({ products }, { says, format, context: { session } }) => {
        const takenProducts = session.till ? learntOf(session.till.learning, products) : [];
        const lowest = takenProducts.toSorted((one, other) => one.unitPrice - other.unitPrice)[0];
        return [
          says.takeProducts(takenProducts.length),
          ...(lowest ? [says.lowestPrice(lowest.code, format.unitPrice(lowest.unitPrice))] : []),
        ];
      },
      run: async ({ products }, till) =>
        told(till, context.log, await take(till, products, context.now().getTime())),
    },
  };
}

async function offer({ learning, catalogue }: Till): Promise<Result<LearntOffer>> {
  try {
    return ok(await offerProducts(catalogue, learning.products()));
  } catch (error) {
    return catalogueFailure(error);
  }
}

/** Waits for an import, whose catalogue would otherwise take the place of these products. */
async function take(
  { catalogue, catalogueImport, learning }: Till,
  products: Argument<'learning.takeProducts'>['products'],
  nowMs: number,
): Promise<Result<{ readonly added: number }>> {
  try {
    const learnt = learntOf(learning, products);
    const added = await catalogueImport.inTurn(() => takeProducts(catalogue, learnt, nowMs));
    return added.ok ? ok({ added: added.value }) : added;
  } catch (error) {
    return catalogueFailure(error, catalogue.file);
  }
}
