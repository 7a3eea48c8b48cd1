import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../resources/scripts/programs.mjs';
import { knownMistakes } from '../../mutants/known-mistakes.ts';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(knownMistakes)(
  'a till that $name is tried: its source and its test are there',
  (known) => {
    for (const { file, find } of known.patches) {
      expect(textOf(file).split(find), `${file}: ${find}`).toHaveLength(2);
    }
    expect(textOf(known.test)).toContain(known.named.split(' ').slice(0, 3).join(' '));
  },
);
