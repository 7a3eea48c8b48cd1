// Leads a person on when what they have typed could not be sent.

/**
 * Focuses the first field that says what is wrong, or the first of several that say it together.
 * Unfolds whatever holds such a field.
 */
export function focusFirstWrong(form: HTMLElement): void {
  const folded = form.querySelectorAll<HTMLDetailsElement>('details:has([aria-invalid="true"])');
  for (const details of folded) details.open = true;
  form
    .querySelector<HTMLElement>(
      ':is(input, select, textarea)[aria-invalid="true"], [aria-invalid="true"] input, [data-invalid]:not(:has([aria-invalid="true"])) input',
    )
    ?.focus();
}
