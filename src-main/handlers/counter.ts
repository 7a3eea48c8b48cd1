// How the program stands at a counter.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function counterHandlers(context: Context): HandlersOf<'counter'> {
  const { settings, counterWindow } = context;
  return {
    'counter.screens': () => ok(counterWindow.screens),
    'counter.update': (counter) => {
      const { startsWithComputer } = settings.value.counter;
      if (counter.startsWithComputer !== startsWithComputer)
        context.startWithComputer(counter.startsWithComputer);
      settings.update({ counter });
      counterWindow.changed();
      context.stateChanged();
      return ok(null);
    },
    'counter.leaveKiosk': () => {
      counterWindow.leaveKiosk();
      context.stateChanged();
      return ok(null);
    },
  };
}
