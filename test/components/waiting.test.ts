// A button while the action that it began is under way.
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { waiting } from '../../src-renderer/ui/waiting.ts';

it('keeps the focus, says that it is busy, and takes no press, not even from its form', async () => {
  const form = document.createElement('form');
  const input = document.createElement('input');
  const button = document.createElement('button');
  button.textContent = 'Save';
  form.append(input, button);
  document.body.append(form);
  onTestFinished(() => {
    form.remove();
  });
  const pressed: string[] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pressed.push('submit');
  });
  button.addEventListener('click', () => pressed.push('click'));

  button.focus();
  const end = waiting(true)(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button, { force: true });
  input.focus();
  await userEvent.keyboard('{Enter}');
  expect(pressed).toEqual([]);

  end?.();
  expect(button.hasAttribute('aria-disabled')).toBe(false);
  await userEvent.click(button);
  expect(pressed).toEqual(['click', 'submit']);
  expect(waiting(false)(button)).toBeUndefined();
});
