// Makes a store that listens or watches as a component would, until the test ends.
import { flushSync } from 'svelte';
import { onTestFinished } from 'vitest';

export function inEffectRoot<Store>(make: () => Store): Store {
  const made: { store?: Store } = {};
  const end = $effect.root(() => {
    made.store = make();
  });
  onTestFinished(end);
  flushSync();
  return made.store as Store;
}
