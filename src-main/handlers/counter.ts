// How the program stands at a counter.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import { type Requests, withoutTill, ofTheComputer } from './request.ts';

export function counterRequests(context: Context): Requests<'counter'> {
  const { settings, counterWindow } = context;
  return {
    'counter.screens': withoutTill(() => ok(counterWindow.screens)),
    'counter.update': {
      ...ofTheComputer,
      words: ({ windowKind, startsWithComputer, staysAwake }, { says, texts }) => [
        says.counter(texts.counter.windowKinds[windowKind]),
        ...(startsWithComputer ? [says.startsWithComputer] : []),
        ...(staysAwake ? [says.staysAwake] : []),
      ],
      run: (counter) => {
        const { startsWithComputer } = settings.value.counter;
        if (counter.startsWithComputer !== startsWithComputer)
          context.startWithComputer(counter.startsWithComputer);
        settings.update({ counter });
        counterWindow.changed();
        context.stateChanged();
        return ok(null);
      },
    },
    'counter.leaveKiosk': {
      till: false,
      actions: 'change_settings',
      // A till that cannot be opened has no manager to ask.
      isShared: () => context.session.till !== null,
      words: (_, { says }) => [says.leaveKiosk],
      run: () => {
        counterWindow.leaveKiosk();
        context.stateChanged();
        return ok(null);
      },
    },
  };
}
