// Gathers the licences of all shipped packages of others in one text.
import { labelOf, type ShippedPackage } from './shipped-packages.ts';

/**
 * Each of these lets a program be sold without its sources, and asks for the notice that is kept
 * here.
 */
export const expectedLicences: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'OFL-1.1',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '(MIT OR CC0-1.0)',
  'BlueOak-1.0.0',
  'Python-2.0',
]);

/** Packages that say their licence in package.json alone, and where they come from. */
const originOfTextless: Readonly<Record<string, string>> = {
  '@canvas/image-data': 'node-gfx/image-data',
  'resize-image-data': 'LinusU/resize-image-data',
  'lazy-val': 'develar/lazy-val',
};

const mit = (holders: string): string => `MIT License

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
seeded to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Returns a sentence for each package that may not be shipped as it stands. */
export function licenceTrouble(shipped: readonly ShippedPackage[]): string[] {
  return shipped.flatMap((each) => [
    ...(expectedLicences.has(each.licence)
      ? []
      : [`${labelOf(each)} has the licence ${each.licence}, which nobody has looked at.`]),
    ...(textsOf(each).length > 0 ? [] : [`${labelOf(each)} holds no text of its licence.`]),
  ]);
}

function textsOf({ name, licence, texts }: ShippedPackage): readonly string[] {
  const origin = originOfTextless[name];
  if (texts.length > 0 || origin === undefined || licence !== 'MIT') return texts;
  return [mit(`the authors of ${origin}`)];
}

const heading = `Counterfoil contains the work of others, under the licences below.

Electron's licence is in LICENSE.electron.txt, those of Chromium and of what it contains are in
LICENSES.chromium.html, both beside the program (on macOS in its Resources). better-sqlite3
contains SQLite, which is in the public domain.`;

const rule = '-'.repeat(80);

/** Throws if something may not be shipped. */
export function licenceText(shipped: readonly ShippedPackage[]): string {
  const trouble = licenceTrouble(shipped);
  if (trouble.length > 0) throw new Error(trouble.join('\n'));
  const parts = shipped.map((each) =>
    [`${labelOf(each)} (${each.licence})`, ...textsOf(each)].join('\n\n'),
  );
  return `${[heading, ...parts].join(`\n\n${rule}\n`)}\n`;
}
