// Where a person goes on when what they have typed could not be sent.

/**
 * To the first field that says what is wrong, or the first of several that say it together; none
 * stays folded away.
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
