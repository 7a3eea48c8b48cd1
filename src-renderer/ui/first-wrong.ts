// Leads a person on when what they have typed could not be sent.
import { tick } from 'svelte';

/**
 * Focuses, once it shows, the first field that says what is wrong, or the first of several that say
 * it together. Unfolds whatever holds such a field.
 */
export async function focusFirstWrong(form: HTMLElement): Promise<void> {
  await tick();
  const folded = form.querySelectorAll<HTMLDetailsElement>('details:has([aria-invalid="true"])');
  for (const details of folded) details.open = true;
  form
    .querySelector<HTMLElement>(
      ':is(input, select, textarea)[aria-invalid="true"], [aria-invalid="true"] input, [data-invalid]:not(:has([aria-invalid="true"])) input',
    )
    ?.focus();
}
