// The test page of a printer that is written to through the system's driver.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../contract/settings.ts';
import { papers, type Paper } from '../contract/printing.ts';
import { appOrigin } from '../address.ts';

const path = '/receipt/test';

export const testPageAddress = (paper: Paper): string =>
  new URL(`${path}?paper=${paper}`, appOrigin).href;

/** Nothing in it comes from outside. Undefined for another address. */
export function testPage(language: Language, { pathname, searchParams }: URL): string | undefined {
  const paper = papers.find((known) => known === searchParams.get('paper'));
  if (pathname !== path || !paper) return undefined;
  const { testPageTexts, papers: names } = messagesFor(language).printing;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${testPageTexts.title}</title><link rel="stylesheet" href="/receipt.css"></head>
<body><main class="paper on-${paper}">
<h1>${testPageTexts.title}</h1>
<p>${testPageTexts.line}</p>
<hr>
<p>${names[paper]}</p>
<p>ÁÀÂÃÇÉÊÍÓÔÕÚ áàâãçéêíóôõú ªº «» €</p>
<p>${testPageTexts.end}</p>
</main></body>
</html>`;
}
