// `npm run mutants [-- --mutants N] [--seed S] [--of TEXT] [--known]`: draws N mistakes by the
// seed, puts each into a copy of the project, and runs the tests of its part. Prints the mistakes
// that no test notices, and the share that one does. `--known` tries those that were once made
// instead.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../resources/scripts/programs.mjs';
import { endWith } from '../../resources/scripts/steps.mjs';
import { seeded } from '../faults/seeded.ts';
import { knownMistakes } from './known-mistakes.ts';
import { mistakesIn } from './mistakes.ts';

/** All but those of what a build leaves, since the copy is not built. */
const unitTests = readdirSync(join(root, 'test/unit'))
  .filter((name) => name !== 'packaging')
  .map((name) => `test/unit/${name}`);

/** A part of the product, and the tests that should notice its mistakes, the quick ones first. */
const parts = [
  { files: /^src-main\/contract\/.*\.ts$/, tests: [...unitTests, 'test/integration/till'] },
  {
    files: /^src-main\/outbox\/.*\.ts$/,
    tests: ['test/unit/outbox', 'test/integration/outbox', 'test/integration/services'],
  },
  {
    files:
      /^src-main\/store\/(sale-steps|sales|doubts|corrections|sale-counts|sale-notices|follow-document)\.ts$/,
    tests: [
      'test/integration/services/one-comparison.test.ts',
      'test/integration/store',
      'test/integration/outbox',
    ],
  },
  {
    files: /^src-main\/day\/(cash|close|compare|count|day-sums|open-day|state)\.ts$/,
    tests: ['test/integration/day', 'test/unit/day', 'test/integration/handlers/day.test.ts'],
  },
  {
    files:
      /^src-main\/store\/(shifts|cash-movements|drawer-counts|z-reports|z-comparisons|day-settings|day-marks|days-restored|sales-of-shift|which-rows|readable|salvage\/(bring-days|lost-rows))\.ts$/,
    tests: ['test/integration/day', 'test/integration/handlers/day.test.ts'],
  },
];
const longestMs = 600_000;

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', default: '' },
    known: { type: 'boolean', default: false },
  },
});
const { of } = values;
const chance = seeded(Number(values.seed));
const sources = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src-main/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.includes(of));
const all = parts.flatMap(({ files, tests }) =>
  sources
    .filter((name) => files.test(name))
    .flatMap((name) =>
      mistakesIn(name, readFileSync(join(root, name), 'utf8')).map((mistake) => ({
        name,
        tests,
        mistake,
      })),
    ),
);

if (all.length === 0) endWith(`No mistake is known for a file whose path contains ${of}`);

const copy = mkdtempSync(join(tmpdir(), 'counterfoil-mutants-'));
for (const name of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')) {
  if (name !== '') cpSync(join(root, name), join(copy, name), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** False also if the tests do not end. */
function pass(tests: readonly string[], named = ''): boolean {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const config = join(copy, 'test/vitest.config.ts');
  const options = ['--config', config, '--project', 'modules', '--bail', '1', '-t', named];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...options, ...tests], {
    cwd: copy,
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  return status === 0;
}

function tryKnown(): number {
  let noticed = 0;
  for (const { name, patches, test, named } of knownMistakes) {
    for (const { file, find, put } of patches) {
      const source = readFileSync(join(copy, file), 'utf8');
      writeFileSync(
        join(copy, file),
        source.replace(find, () => put),
      );
    }
    const isNoticed = !pass([test], named);
    for (const { file } of patches) cpSync(join(root, file), join(copy, file));
    if (isNoticed) noticed += 1;
    else console.log(`not noticed: a till that ${name}`);
  }
  return noticed;
}

if (values.known) {
  const names = [...new Set(knownMistakes.map(({ test }) => test))];
  if (!pass(names)) throw new Error(`${names.join(', ')} fail without any mistake`);
  const noticed = tryKnown();
  rmSync(copy, { recursive: true });
  console.log(`${noticed} of ${knownMistakes.length} known mistakes noticed`);
  process.exit(noticed === knownMistakes.length ? 0 : 1);
}

for (const { files, tests } of parts) {
  const isTried = all.some(({ name }) => files.test(name));
  if (isTried && !pass(tests)) throw new Error(`${tests.join(', ')} fail without any mistake`);
}

const tried = Math.min(Number(values.mutants), all.length);
let noticed = 0;
for (let number = 0; number < tried; number += 1) {
  const [mutant] = all.splice(chance.between(0, all.length - 1), 1);
  if (!mutant) break;
  writeFileSync(join(copy, mutant.name), mutant.mistake.source);
  const isNoticed = !pass(mutant.tests);
  cpSync(join(root, mutant.name), join(copy, mutant.name));
  if (isNoticed) noticed += 1;
  else {
    const { was, put, line } = mutant.mistake;
    console.log(`not noticed: ${mutant.name}:${line}: ${was} became ${put}`);
  }
}
rmSync(copy, { recursive: true });
const share = Math.round((100 * noticed) / tried);
console.log(`${noticed} of ${tried} mistakes noticed (${share} %), seed ${values.seed}`);
