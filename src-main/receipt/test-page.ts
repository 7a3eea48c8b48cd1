// The test page of a printer that is used through the system's driver.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Paper } from '../contract/printing.ts';
import type { Language } from '../contract/languages.ts';
import { pageHtml } from './html.ts';

/** Makes the page; nothing in it comes from outside. */
export function testPageHtml(language: Language, paper: Paper): string {
  const { testPageTexts, papers } = messagesFor(language).printing;
  const { title, line, end } = testPageTexts;
  return pageHtml(language, title, 'receipt', [
    `<main class="paper on-${paper}">
<h1>${title}</h1>
<p>${line}</p>
<hr>`,
    `<p>${papers[paper]}</p>
<p>ÁÀÂÃÇÉÊÍÓÔÕÚ áàâãçéêíóôõú ªº «» €</p>
<p>${end}</p>
</main>`,
  ]);
}
