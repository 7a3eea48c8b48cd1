// What looks for faint texts finds what axe finds, and leaves alone what axe leaves alone.
import axe from 'axe-core';
import { expect, it, onTestFinished } from 'vitest';
import { faintTexts } from './faint-texts.ts';

it.each([
  ['a grey word', '<p style="color: #888">Total</p>', 1],
  ['a large grey word', '<p style="color: #888; font-size: 24px">Total</p>', 0],
  ['a large word too faint even so', '<p style="color: #aaa; font-size: 24px">Total</p>', 1],
  ['a bold one', '<p style="color: #888; font-size: 19px; font-weight: 700">Total</p>', 0],
  ['on what lies around it', '<div style="background: #888"><p>Total</p></div>', 0],
  ['light on grey', '<div style="background: #888; color: #fff"><p>Total</p></div>', 1],
  ['half transparent', '<p style="color: rgb(0 0 0 / 40%)">Total</p>', 1],
  ['on a veil', '<div style="background: rgb(0 0 0 / 60%)"><p>Total</p></div>', 1],
  ['mixed', '<p style="color: color-mix(in srgb, #000 40%, #fff)">Total</p>', 1],
  ['of a faded table', '<div style="opacity: 0.4"><p>Total</p></div>', 1],
  ['in a field', '<input aria-label="Total" value="1" style="color: #888; background: #fff">', 1],
  ['of a disabled button', '<button disabled style="color: #888">Pay</button>', 0],
  ['that is hidden', '<p style="color: #888; visibility: hidden">Total</p>', 0],
])('a word %s', async (_, html, count) => {
  const main = document.createElement('main');
  main.style.cssText = 'background: #fff; color: #000';
  main.innerHTML = html;
  document.body.append(main);
  onTestFinished(() => {
    main.remove();
  });
  expect(faintTexts()).toHaveLength(count);
  const { violations } = await axe.run(main, { runOnly: ['color-contrast'] });
  expect(violations.flatMap(({ nodes }) => nodes)).toHaveLength(count);
});
