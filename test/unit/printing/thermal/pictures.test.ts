// Compares what paper shows with pictures that a person has checked. `vitest -u` writes the
// pictures anew.
import { describe, expect, test } from 'vitest';
import {
  codePagesOf,
  columnsOf,
  printerLanguages,
  type Thermal,
} from '../../../../src-main/contract/printing.ts';
import { encodeReceipt, encodeTestPage } from '../../../../src-main/printing/thermal/encode.ts';
import { printerText } from '../../../../src-main/printing/thermal/letters.ts';
import { dotsAcross } from '../../../../src-main/receipt/scan-codes.ts';
import { decode } from '../../../printer/decode.ts';
import { image } from '../../../printer/image.ts';
import { picture } from '../../../printer/picture.ts';
import { rolls, thermalWith } from '../../../printer/rolls.ts';
import { caseModel, paperCases, portugueseLetters } from '../../receipt/paper-cases.ts';

const shownText = (name: string, thermal: Thermal): string =>
  picture(decode(thermal.language, encodeReceipt(caseModel(name), thermal)), thermal.columns);

/** Names a roll in the file names; a roll of its usual columns has its width alone. */
const nameOf = ({ width, columns }: (typeof rolls)[number]): string =>
  columns === columnsOf[width][0] ? `${width}` : `${width} of ${columns} columns`;

const everything = 'all that a shop and the service add';

// The narrowest roll breaks the most lines; one receipt with everything shows the others.
describe.each(Object.keys(paperCases).filter((name) => name !== 'sixty lines'))('%s', (name) => {
  const shownRolls = name === everything ? rolls : rolls.slice(-1);
  test.each(shownRolls)('on a roll of $width mm with $columns columns', async (roll) => {
    for (const language of printerLanguages) {
      const paper = shownText(name, thermalWith({ language, ...roll }));
      await expect(paper).toMatchFileSnapshot(`pictures/${name} ${nameOf(roll)}.txt`);
    }
  });
});

// Logo, codes, and letters of each size.
test.each(rolls.slice(-1))(
  'an image of a roll of $width mm with $columns columns',
  async (roll) => {
    for (const language of printerLanguages) {
      const bytes = encodeReceipt(caseModel(everything), thermalWith({ language, ...roll }));
      const drawn = image(decode(language, bytes), dotsAcross(roll.columns));
      await expect(drawn).toMatchFileSnapshot(`pictures/${everything} ${nameOf(roll)}.svg`);
    }
  },
);

test.each(printerLanguages)('%s prints every letter that printerText leaves', (language) => {
  const left = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => letter.trim() !== '' && printerText(letter) === letter,
  );
  expect(left.length).toBeGreaterThan(170);
  const texts = { title: left.join(''), width: '', letters: () => '', cut: '' };
  for (const codePage of codePagesOf[language]) {
    const thermal = thermalWith({ language, width: 80, columns: 48, codePage });
    const { printed, problems } = decode(language, encodeTestPage(thermal, texts));
    expect(problems).toEqual([]);
    const title = printed.flatMap((part) =>
      part.kind === 'line' ? part.runs.filter(({ style }) => style.bold) : [],
    );
    expect(title.map(({ text }) => text).join('')).toBe(left.join(''));
  }
});

test.each(printerLanguages)(
  'every letter of Portuguese is right in each code page of %s',
  (language) => {
    for (const codePage of codePagesOf[language]) {
      const thermal = thermalWith({ language, width: 80, columns: 48, codePage });
      const paper = shownText('every letter', thermal);
      // The name of the line is in letters of usual size.
      expect(paper.split('\n')).toContain(`   |${portugueseLetters}`);
      expect(paper).not.toMatch(/[?\ufffd]|!!!/);
    }
  },
);

test.each(printerLanguages)(
  'a printer of %s without a knife is fed as far as the paper is torn',
  (language) => {
    const paper = shownText('plain sale', thermalWith({ language, cuts: false }));
    expect(paper).not.toContain('cut');
    expect(paper).toMatch(/Ana\n {3}\| +Martins\n(?: {3}\|\n){4}$/);
  },
);

const texts = {
  title: 'Página de teste',
  width: 'Esta linha é tão larga como o papel:',
  letters: (codePage: string) => `Letras em ${codePage}:`,
  cut: 'O papel é cortado aqui.',
};

test.each(printerLanguages)(
  'the test page of %s shows width, letters and cut',
  async (language) => {
    const thermal = thermalWith({ language, codePage: 'windows1252' });
    const paper = picture(decode(language, encodeTestPage(thermal, texts)), thermal.columns);
    await expect(paper).toMatchFileSnapshot(`pictures/test page ${language}.txt`);
    // Each row is printed in the code page that it names. If the printer reads that one otherwise,
    // the letters are wrong in that row alone.
    expect(paper.split('\n').filter((row) => row.includes('ÁÀÂÃÇÉÊÍÓÔÕÚÜ'))).toHaveLength(
      codePagesOf[language].length,
    );
  },
);

test.each(printerLanguages.flatMap((language) => rolls.map((roll) => ({ language, ...roll }))))(
  'the ruler of the test page of $language has $columns columns',
  (roll) => {
    const { printed, problems } = decode(roll.language, encodeTestPage(thermalWith(roll), texts));
    expect(problems).toEqual([]);
    const rulers = printed.flatMap((part) =>
      part.kind === 'line'
        ? part.runs.map(({ text }) => text).filter((text) => /^\d+$/.test(text))
        : [],
    );
    expect(rulers).toEqual([
      '123456789012345678901234567890123456789012345678'.slice(0, roll.columns),
    ]);
  },
);
