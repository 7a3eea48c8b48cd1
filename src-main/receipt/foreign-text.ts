// Text that others chose (product names, documents of the service) as plain lines: shown as it is
// meant, and unable to reorder what stands around it, or to run on for metres of paper.

const maxTextLines = 20;

/** One line of plain text, however long. */
export function oneLine(text: string): string {
  return (
    text
      .toWellFormed()
      // Embeddings, overrides and isolates: an unmatched one would end the isolation of <bdi>
      // itself. Right-to-left names need none of them.
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
  );
}

/** One line of plain text, of so many characters at most. */
export function shortLine(text: string, most: number): string {
  const characters = Array.from(oneLine(text));
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}

/** One line of plain text as long as paper has room for, not yet HTML. */
export const cleanLine = (text: string): string => shortLine(text, 300);

/** Several such lines, none of them empty at either end. */
export function cleanLines(text: string): readonly string[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .trim();
  return lines === '' ? [] : lines.split('\n', maxTextLines);
}
