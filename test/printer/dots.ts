// Turns bytes of dots into rows of blanks and `#`.

/** Each byte is eight dots of a row, the leftmost first (GS v 0). */
export const rowDots = (data: Uint8Array, bytesPerRow: number): readonly string[] =>
  Array.from({ length: Math.floor(data.length / bytesPerRow) }, (_, y) =>
    [...data.subarray(y * bytesPerRow, (y + 1) * bytesPerRow)].map(eightDots).join(''),
  );

/** Every three bytes are 24 dots of a column, the topmost first (ESC *, ESC X). */
export function columnDots(data: Uint8Array): readonly string[] {
  const columns = Array.from({ length: data.length / 3 }, (_, x) =>
    [...data.subarray(x * 3, x * 3 + 3)].map(eightDots).join(''),
  );
  return Array.from({ length: 24 }, (_, y) => columns.map((column) => column[y]).join(''));
}

const eightDots = (byte: number): string =>
  byte.toString(2).padStart(8, '0').replaceAll('0', ' ').replaceAll('1', '#');
