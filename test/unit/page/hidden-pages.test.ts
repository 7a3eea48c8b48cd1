// Each page for a hidden window has its own address, is served once, and is gone with its window.
import { expect, test } from 'vitest';
import { appOrigin } from '../../../src-main/address.ts';
import { HiddenPages } from '../../../src-main/page/hidden-pages.ts';

/** A window that loads nothing and records the addresses that it was given. */
function aWindow(pages: HiddenPages) {
  const loadedPages: URL[] = [];
  const window = pages.windowOf({
    loadURL: (url) => {
      loadedPages.push(new URL(url));
      return Promise.resolve();
    },
    destroy: () => undefined,
    webContents: {} as never,
  });
  return { window, paths: () => loadedPages.map(({ pathname }) => pathname), loaded: loadedPages };
}

test('a page is there once, at an address of the program that no other page has', async () => {
  const pages = new HiddenPages();
  const { window, paths, loaded } = aWindow(pages);
  await window.loadPage('<p>1</p>');
  await window.loadPage('<p>2</p>');
  const [one = '', two = ''] = paths();
  expect(loaded.every(({ href }) => href.startsWith(appOrigin))).toBe(true);
  expect(one).not.toBe(two);
  expect(pages.take(two)).toBe('<p>2</p>');
  expect(pages.take(one)).toBe('<p>1</p>');
  expect(pages.take(one)).toBeUndefined();
});

test('no page outlives its window', async () => {
  const pages = new HiddenPages();
  const [one, other] = [aWindow(pages), aWindow(pages)];
  await one.window.loadPage('<p>1</p>');
  await other.window.loadPage('<p>2</p>');
  one.window.destroy();
  expect(pages.take(one.paths()[0] ?? '')).toBeUndefined();
  expect(pages.take(other.paths()[0] ?? '')).toBe('<p>2</p>');
});
