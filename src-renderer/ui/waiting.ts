// A button while what it began is under way. A disabled one would lose the focus; so this one keeps
// it, says that it is busy, and takes no further press.
import type { Attachment } from 'svelte/attachments';

/** Keeps the event from everything that would act on it. */
export function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

export const waiting =
  (isBusy: boolean): Attachment<HTMLButtonElement> =>
  (button) => {
    if (!isBusy) return;
    button.setAttribute('aria-busy', 'true');
    button.setAttribute('aria-disabled', 'true');
    // Enter in a field of its form presses it as well.
    button.addEventListener('click', stop, true);
    return () => {
      button.removeAttribute('aria-busy');
      button.removeAttribute('aria-disabled');
      button.removeEventListener('click', stop, true);
    };
  };
