// What paper shows, beside what it showed when somebody last looked at it: `vitest -u` writes the pictures anew.
import { describe, expect, test } from 'vitest';
import {
  codePagesOf,
  printerLanguages,
  rollWidths,
  type Thermal,
} from '../../../../src-main/contract/printing.ts';
import { encodeReceipt, encodeTestPage } from '../../../../src-main/receipt/thermal/encode.ts';
import { columnsOf } from '../../../../src-main/receipt/thermal/layout.ts';
import { printerText } from '../../../../src-main/receipt/thermal/letters.ts';
import { dotsOf } from '../../../../src-main/receipt/scan-codes.ts';
import { decode } from '../../../printer/decode.ts';
import { image } from '../../../printer/image.ts';
import { picture } from '../../../printer/picture.ts';
import { caseModel, paperCases, portugueseLetters } from '../paper-cases.ts';

const shown = (name: string, thermal: Thermal): string =>
  picture(
    decode(thermal.language, encodeReceipt(caseModel(name), thermal)),
    columnsOf[thermal.width],
  );

describe.each(Object.keys(paperCases))('%s', (name) => {
  test.each(rollWidths)('on a roll of %s mm, in both languages of printers', async (width) => {
    for (const language of printerLanguages) {
      const paper = shown(name, { language, width, codePage: 'cp858', cuts: true });
      await expect(paper).toMatchFileSnapshot(`pictures/${name} ${width}.txt`);
    }
  });
});

// Of the one that has everything: logo, codes, and letters of each size.
test.each(rollWidths)('an image of a roll of %s mm, to be looked at', async (width) => {
  for (const language of printerLanguages) {
    const thermal = { language, width, codePage: 'cp858', cuts: true } as const;
    const bytes = encodeReceipt(caseModel('all that a shop and the service add'), thermal);
    const drawn = image(decode(language, bytes), dotsOf[width]);
    await expect(drawn).toMatchFileSnapshot(
      `pictures/all that a shop and the service add ${width}.svg`,
    );
  }
});

test.each(printerLanguages)('what is left of a text is printed by %s as it is', (language) => {
  const left = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => letter.trim() !== '' && printerText(letter) === letter,
  );
  expect(left.length).toBeGreaterThan(170);
  const texts = { title: left.join(''), width: '', letters: () => '', cut: '' };
  for (const codePage of codePagesOf[language]) {
    const thermal = { language, width: 80, codePage, cuts: true } as const;
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
      const paper = shown('every letter', { language, width: 80, codePage, cuts: true });
      // The name of the line, in letters of usual size.
      expect(paper.split('\n')).toContain(`   |${portugueseLetters}`);
      expect(paper).not.toMatch(/[?\ufffd]|!!!/);
    }
  },
);

test.each(printerLanguages)(
  'a printer of %s without a knife is fed as far as the paper is torn',
  (language) => {
    const paper = shown('plain sale', { language, width: 58, codePage: 'cp858', cuts: false });
    expect(paper).not.toContain('cut');
    expect(paper).toMatch(/Ana\n {3}\| +Martins\n(?: {3}\|\n){4}$/);
  },
);

test.each(printerLanguages)(
  'the test page of %s shows width, letters and cut',
  async (language) => {
    const texts = {
      title: 'Página de teste',
      width: 'Esta linha é tão larga como o papel:',
      letters: (codePage: string) => `Letras em ${codePage}:`,
      cut: 'O papel é cortado aqui.',
    };
    const thermal = { language, width: 58, codePage: 'windows1252', cuts: true } as const;
    const paper = picture(decode(language, encodeTestPage(thermal, texts)), columnsOf[58]);
    await expect(paper).toMatchFileSnapshot(`pictures/test page ${language}.txt`);
    // Set to another page than the printer is, the letters come out wrong on that row alone.
    expect(paper.split('\n').filter((row) => row.includes('ÁÀÂÃÇÉÊÍÓÔÕÚÜ'))).toHaveLength(
      codePagesOf[language].length,
    );
  },
);
