// Shows the customer display's page in a browser as it is; a test tells it what the main process
// would.
import { mount, unmount } from 'svelte';
import { onTestFinished } from 'vitest';
import type { DisplayShown } from '../../src-main/contract/display.ts';
import CustomerDisplay from '../../src-renderer/customer-display/CustomerDisplay.svelte';
import '../../src-renderer/ui/base.css';

/** Returns a function that tells the page something else. */
export function showCustomerDisplay(view: DisplayShown): (changed: DisplayShown) => void {
  let tell: (told: DisplayShown) => void = () => undefined;
  const display = {
    onShown: (listener: (told: DisplayShown) => void) => {
      tell = listener;
      listener(view);
    },
  };
  const app = mount(CustomerDisplay, { target: document.body, props: { display } });
  onTestFinished(() => unmount(app));
  return (changed) => tell(changed);
}
