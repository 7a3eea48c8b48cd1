// The screens look of one piece: every value is a token, and no component writes out a value of its
// own.
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../src-renderer/', import.meta.url));
const tokens = readFileSync(`${root}ui/tokens.css`, 'utf8');

interface Style {
  readonly file: string;
  readonly text: string;
}
const styles: readonly Style[] = [
  ...globSync(`${root}**/*.svelte`).map((file) => {
    const source = readFileSync(file, 'utf8');
    return { file: relative(root, file), text: /<style>(.*)<\/style>/s.exec(source)?.[1] ?? '' };
  }),
  ...['ui/base.css', 'day/day.css'].map((file) => ({
    file,
    text: readFileSync(`${root}${file}`, 'utf8'),
  })),
];

/** Returns each declaration that matches, with its file. */
const findAll = (pattern: RegExp, among: readonly Style[] = styles): readonly string[] =>
  among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([foundText]) => `${file}: ${foundText.trim()}`),
  );

/**
 * All styles but those of the customer display, whose sizes follow its own height, as it is seen
 * from afar.
 */
const onTheTill = styles.filter(({ file }) => !file.startsWith('customer-display/'));

describe('styles', () => {
  it('write out no colour', () => {
    expect(findAll(/[\w-]+:[^;{}]*(#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|light-dark\()[^;]*/gi)).toEqual(
      [],
    );
    expect(
      findAll(/[\w-]*(color|background|border|fill|stroke): (white|black|red|gr[ae]y)\b/g),
    ).toEqual([]);
  });

  it('have one scale of letters, of three weights, and of corners', () => {
    const sizes = /font-size: (?!var\(--text-|inherit|1rem|[\d.]+em;)[^;]+/g;
    expect(findAll(sizes, onTheTill)).toEqual([
      'ui/base.css: font-size: 16px',
      'ui/base.css: font-size: 17px',
    ]);
    expect(findAll(/font-weight: (?!400|600|700|inherit|bold)[^;]+/g, onTheTill)).toEqual([]);
    const corners = /border-radius: (?!var\(--radius|inherit|0\b|50%)[^;]+/g;
    expect(findAll(corners, onTheTill)).toEqual([]);
  });

  it('have one scale of spaces, and of shadows', () => {
    const spaces = /(?<![\w-])(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?): [^;]+/g;
    // Less than a step is a hairline's; what is in em follows its letters.
    const scale = /var\(--[\w-]+\)|-1 \*|calc|\b(?:0|auto|[1-3]px|0?\.\d+em)(?![\w.])|[()\s]/g;
    const isLoose = (foundText: string) =>
      (foundText.split(': ')[2] ?? '').replaceAll(scale, '') !== '';
    expect(findAll(spaces, onTheTill).filter(isLoose).toSorted()).toEqual([
      // Each lines up with the control of the field beside it, below that field's name.
      'lines/CorrectionLine.svelte: margin-top: 1.65rem',
      'new-document/NewDocumentKind.svelte: padding-top: 2rem',
      // As far as the box that the words stand beside.
      'ui/Check.svelte: padding-inline-start: calc(1.35rem + var(--space-3))',
      // What a finger needs, around one line.
      'ui/base.css: margin-block: calc((1lh - var(--touch)) / 2)',
      'ui/base.css: padding-block: calc((var(--touch) - 1lh) / 2)',
    ]);
    // A ring or a bar marks what is chosen; it is no shadow.
    const shadows = /(?:box|text)-shadow: (?!var\(|none|(?:inset )?[\dpx ]+ var\(--accent\))[^;]+/g;
    expect(findAll(shadows)).toEqual([]);
  });

  it('use every token, and none that is not there', () => {
    const all = styles.map(({ text }) => text).join('\n');
    const own = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name));
    const named = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name));
    const markup = globSync(`${root}**/*.svelte`)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const usedTokens = new Set(
      [...`${all}\n${tokens}\n${markup}`.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name),
    );
    expect([...named].filter((name) => !usedTokens.has(name))).toEqual([]);
    const set = new Set([...markup.matchAll(/style:(--[\w-]+)/g)].map(([, name = '']) => name));
    expect(
      [...usedTokens].filter((name) => !named.has(name) && !own.has(name) && !set.has(name)),
    ).toEqual([]);
  });

  it('draw the states of controls in one place', () => {
    const outside = styles.filter(({ file }) => !file.startsWith('ui/'));
    expect(findAll(/^.*\[aria-pressed.*$/gm, outside)).toEqual([]);
    expect(findAll(/^.*:(?:hover|active|disabled)\b.*$/gm, outside).toSorted()).toEqual([
      // Only its words are the button: the row that is chosen has a colour of its own.
      'lines/LineRow.svelte: .chosen .line:hover {',
      // An option is no button.
      'lines/ProductOptions.svelte: li:hover {',
      // The band's colour is that of none of these states.
      'practice/PracticeBand.svelte: .offer:hover {',
      'practice/PracticeBand.svelte: button:active:enabled,',
      'practice/PracticeBand.svelte: button:hover,',
      // A key's own colour covers the button's.
      'sell/QuickKeysPanel.svelte: .keys button:active {',
      'sell/QuickKeysPanel.svelte: .keys button:hover {',
      // Without a surface until the pointer comes.
      'sell/SaleMenu.svelte: .menu > button:hover:enabled {',
    ]);
  });

  it('say what a state means by a notice or a chip', () => {
    const own = globSync(`${root}**/*.svelte`)
      .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }))
      .filter(({ file }) => !file.startsWith('ui/'));
    const allowed = [
      // Each of a list in one frame.
      'lines/ScanProblems.svelte',
      // What is said keeps its room when there is nothing to say.
      'scanning/ScanNotice.svelte',
      // Its undo stands under what it says: beside it there is no room in the sale.
      'sell/PercentTaken.svelte',
    ];
    const drawn = own.filter(({ file, text }) => text.includes('tone-') && !allowed.includes(file));
    expect(drawn.map(({ file }) => file)).toEqual([]);
  });

  it('lay out what is in a child by its props, or a shared class', () => {
    expect(findAll(/^.*:global.*$/gm, styles).toSorted()).toEqual([
      // The pictures draw their own words into it.
      'figures/Drawing.svelte: svg :global(.current) {',
      'figures/Drawing.svelte: svg :global(.name) {',
      'figures/Drawing.svelte: svg :global(text) {',
      // A row makes room for what its field says above it.
      'lines/LineList.svelte: .tools:has(:global(.above)) {',
      'sell/TotalsPanel.svelte: .row:has(:global(.above)) {',
      // The letters belong to a field, wherever in the dialog that is.
      'ui/Modal.svelte: dialog:has(:global(.letters-shown)) {',
    ]);
  });

  it('make a list plain, and a text one line, in one place', () => {
    const outside = styles.filter(({ file }) => file !== 'ui/base.css');
    expect(findAll(/list-style: none/g, outside)).toEqual([]);
    const oneLine = /[^{}]*\{[^{}]*text-overflow: ellipsis;[^{}]*white-space: nowrap;[^{}]*\}/g;
    expect(findAll(oneLine, outside)).toEqual([]);
  });

  it('draw a button that waits in one place', () => {
    expect(
      findAll(/aria-busy/g).filter((foundText) => !foundText.startsWith('ui/base.css')),
    ).toEqual([]);
    for (const { file, text } of globSync(`${root}**/*.svelte`).map((each) => ({
      file: relative(root, each),
      text: readFileSync(each, 'utf8'),
    }))) {
      const disabled = [...text.matchAll(/<button[^<]*?\bdisabled=\{([^}]*)\}/gs)];
      const byBusy = disabled.filter(([, why = '']) => /\bbusy\b/.test(why));
      expect(
        byBusy.map(([foundText]) => foundText),
        file,
      ).toEqual([]);
    }
  });
});
