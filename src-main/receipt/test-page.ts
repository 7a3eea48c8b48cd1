// The test page of a printer that is used through the system's driver.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Paper } from '../contract/printing.ts';
import type { Language } from '../contract/languages.ts';

/** Makes the page; nothing in it comes from outside. */
export function testPageHtml(language: Language, paper: Paper): string {
  const { testPageTexts, papers } = messagesFor(language).printing;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${testPageTexts.title}</title><link rel="stylesheet" href="/receipt.css"></head>
<body><main class="paper on-${paper}">
<h1>${testPageTexts.title}</h1>
<p>${testPageTexts.line}</p>
<hr>
<p>${papers[paper]}</p>
<p>ÁÀÂÃÇÉÊÍÓÔÕÚ áàâãçéêíóôõú ªº «» €</p>
<p>${testPageTexts.end}</p>
</main></body>
</html>`;
}
