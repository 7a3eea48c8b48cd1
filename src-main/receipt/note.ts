// A page with a few words that is no receipt, for the system's driver.
import type { Paper } from '../contract/printing.ts';
import type { Language } from '../contract/languages.ts';
import { escapeHtml } from './html.ts';

export interface Note {
  readonly title: string;
  /** Each may have several lines. */
  readonly paragraphs: readonly string[];
}

export const noteHtml = (language: Language, paper: Paper, { title, paragraphs }: Note): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/receipt.css"></head>
<body><main class="paper on-${paper}">
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n')}
</main></body>
</html>`;
