import { expect, test } from 'vitest';
import { HiddenPages } from '../../../src-main/page/hidden-pages.ts';
import { PaperPreviews } from '../../../src-main/page/paper-previews.ts';
import { pageAt } from '../../../src-main/page/receipt-page.ts';

const at = (path: string) => new URL(path, 'till://app');

function pages() {
  const hiddenPages = new HiddenPages();
  const paperPreviews = new PaperPreviews();
  const watch = { isLockedOrSwitching: false };
  const show = (path: string) =>
    pageAt(at(path), {
      ...{ hiddenPages, paperPreviews, till: () => null, language: () => 'en' as const },
      isLockedOrSwitching: () => watch.isLockedOrSwitching,
    });
  return { hiddenPages, paperPreviews, watch, show };
}

test('while nobody who may see it is at the till, what prints goes on, and no screen shows a page', async () => {
  const { hiddenPages, paperPreviews, watch, show } = pages();
  const loadedPages: string[] = [];
  const window = hiddenPages.windowOf({
    webContents: {} as never,
    loadURL: (url: string) => {
      loadedPages.push(new URL(url).pathname);
      return Promise.resolve();
    },
    destroy: () => undefined,
  });
  await window.loadPage('<p>for paper</p>');
  const labels = paperPreviews.keep('<p>labels</p>');
  watch.isLockedOrSwitching = true;
  expect(await show(loadedPages[0] ?? '')).toBe('<p>for paper</p>');
  expect(await show(labels)).toBeUndefined();
  expect(await show('/receipt/document/7')).toBeUndefined();
  watch.isLockedOrSwitching = false;
  expect(await show(labels)).toBe('<p>labels</p>');
  expect(await show('/receipt/document/7')).toContain('<html');
});

test('a page that was made while the till was locked is not shown', async () => {
  const { watch, show } = pages();
  const showing = show('/receipt/document/7');
  watch.isLockedOrSwitching = true;
  expect(await showing).toBeUndefined();
});
