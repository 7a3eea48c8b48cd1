// The test page of a printer that is written to through the system's driver.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../contract/api.ts';
import { appOrigin } from '../window.ts';

export const testPagePath = '/receipt/test';
export const testPageAddress = appOrigin + testPagePath.slice(1);

/** Nothing in it comes from outside. */
export function testPageHtml(language: Language): string {
  const { testPageTexts, paper } = messagesFor(language).printing;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${testPageTexts.title}</title><link rel="stylesheet" href="/receipt.css"></head>
<body><main class="paper">
<h1>${testPageTexts.title}</h1>
<p>${testPageTexts.width}</p>
<hr>
<p>${paper}: ÁÀÂÃÇÉÊÍÓÔÕÚ áàâãçéêíóôõú ªº «» €</p>
<p>${testPageTexts.cut}</p>
</main></body>
</html>`;
}
