// What a manager would be asked about may be gone or have changed by then. Every request that may
// need a manager says here whether it can be.
import type { Argument } from '../contract/api.ts';
import { ok, type AppError } from '../contract/errors.ts';
import { inCatalogue } from '../till/in-catalogue.ts';
import type { Context } from './context.ts';
import type { ReservedRequest } from './permissions.ts';

type GoneContext = Pick<Context, 'session' | 'updates'>;
type GoneCheck<Name extends ReservedRequest> = (
  argument: Argument<Name>,
  context: GoneContext,
) => AppError | null;

/** These name nothing that can go, or their handlers tell it to whoever has approved. */
const neverGone = <Name extends ReservedRequest>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, () => null])) as Record<Name, () => null>;

const checks: { readonly [Name in ReservedRequest]: GoneCheck<Name> } = {
  'update.install': ({ version }, { updates }) =>
    updates.isFetched(version) ? null : { code: 'not_found' },
  'catalogue.changeMany': ({ previewId }, { session: { till } }) =>
    !till || till.manyProducts.previewed(previewId) ? null : { code: 'products_changed' },
  'catalogue.undo': ({ changeId }, { session: { till } }) => {
    if (!till) return null;
    const last = inCatalogue(till, (catalogue) => ok(catalogue.lastChange()));
    if (!last.ok) return last.error;
    return last.value?.changeId === changeId ? null : { code: 'nothing_to_undo' };
  },
  ...neverGone(
    'cashiers.add',
    'cashiers.addRecoveryUser',
    'cashiers.change',
    'cashiers.remove',
    'cashiers.removeRecoveryUser',
    'cashiers.setRules',
  ),
  ...neverGone(
    'catalogue.export',
    'catalogue.keep',
    'catalogue.receive',
    'catalogue.remove',
    'catalogue.save',
    'catalogue.use',
  ),
  ...neverGone('counter.leaveKiosk', 'counter.update'),
  ...neverGone(
    'day.changeSettings',
    'day.close',
    'day.compare',
    'day.export',
    'day.moveCash',
    'day.open',
    'day.preview',
    'day.print',
    'day.report',
    'day.savePdf',
    'day.takeBack',
  ),
  ...neverGone('display.addPicture', 'display.removePicture', 'display.update'),
  ...neverGone('documents.create', 'documents.export'),
  ...neverGone('exceptions.export', 'exceptions.list'),
  ...neverGone('figures.export', 'figures.read'),
  ...neverGone('learning.takeProducts'),
  ...neverGone(
    'outbox.cancel',
    'outbox.correct',
    'outbox.release',
    'outbox.sendAgain',
    'outbox.sendAllAgain',
    'outbox.settle',
  ),
  ...neverGone('practice.reset'),
  ...neverGone(
    'printing.again',
    'printing.openDrawer',
    'printing.testDrawer',
    'printing.testPage',
    'printing.update',
  ),
  ...neverGone('profiles.change', 'profiles.open', 'profiles.remove'),
  ...neverGone('receipt.changeSettings', 'receipt.showFolder'),
  ...neverGone('restore.look', 'restore.use'),
  ...neverGone('sell.arrangeQuickKeys', 'sell.finish', 'sell.lower'),
  ...neverGone(
    'session.demoPlans',
    'session.findTills',
    'session.practise',
    'session.signIn',
    'session.signOut',
  ),
  ...neverGone('settings.backUp', 'settings.makeRecoveryKey', 'settings.update'),
  ...neverGone('setup.look', 'setup.save', 'setup.use'),
  ...neverGone('update.setAddress'),
};

/**
 * Returns an error if what should be approved is gone or has changed, so that nobody is asked to
 * approve it; else null.
 */
export function goneBy(
  name: ReservedRequest,
  argument: unknown,
  context: GoneContext,
): AppError | null {
  // The table's type pairs each name with its own argument; the compiler cannot follow that through
  // an index.
  const check = checks[name] as (argument: unknown, context: GoneContext) => AppError | null;
  return check(argument, context);
}
