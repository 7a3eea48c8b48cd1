// Turns text that others chose (product names, documents of the service) into plain lines: shown as
// meant, and unable to reorder the text around it, or to run on for metres of paper.

const maxTextLines = 20;

/** Returns one line of plain text, however long. */
export function oneLine(text: string): string {
  return (
    text
      .toWellFormed()
      // Removes embeddings, overrides and isolates: an unmatched one would end the isolation of
      // <bdi> itself. Right-to-left names need none of them.
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
  );
}

/** Returns one line of plain text, shortened to so many characters. */
export function shortLine(text: string, most: number): string {
  const characters = Array.from(oneLine(text));
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}

/** Returns one line of plain text that fits on paper, not yet HTML. */
export const cleanLine = (text: string): string => shortLine(text, 300);

/** Returns several such lines, without empty ones at either end. */
export function cleanLines(text: string): readonly string[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .trim();
  return lines === '' ? [] : lines.split('\n', maxTextLines);
}
