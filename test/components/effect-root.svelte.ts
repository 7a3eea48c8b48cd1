// Makes a store that listens or watches as a component would, until the test ends.
import { flushSync } from 'svelte';
import { onTestFinished } from 'vitest';

export function inEffectRoot<Store>(make: () => Store): Store {
  const holder: { store?: Store } = {};
  const end = $effect.root(() => {
    holder.store = make();
  });
  onTestFinished(end);
  flushSync();
  return holder.store as Store;
}
