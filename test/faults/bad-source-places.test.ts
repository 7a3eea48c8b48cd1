import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../resources/scripts/programs.mjs';
import { badSourceNames, badSources } from './bad-sources.ts';

test.each(badSourceNames)('%s changes places that the source has once', (name) => {
  for (const { file, find } of badSources[name].patches) {
    const source = readFileSync(join(root, file), 'utf8');
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2);
  }
});
