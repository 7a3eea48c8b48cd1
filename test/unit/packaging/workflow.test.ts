// GitHub's own parser reads the repository's workflow: what it names exists, and nothing in it
// passes on the stand-in.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { displayKinds } from '../../real-electron/displays.ts';

// The parser imports JSON in a way that bundlers accept and Node does not.
const hooks = registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(url, url.endsWith('.json') ? { ...context, importAttributes: json } : context),
});
const json = { type: 'json' };
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const file = '.github/workflows/till.yml';
const text = readFileSync(file, 'utf8');
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);

const errorsOf = (content: string): string[] =>
  parseWorkflow({ name: file, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

describe('the workflow', () => {
  test('is a valid workflow to GitHub’s parser', () => {
    expect(errorsOf(text)).toEqual([]);
  });

  test.each([
    ['a misspelt key', 'runs-on:', 'run-on:'],
    ['an expression that is none', '${{ github.ref }}', '${{ github.ref && }}'],
    ['a function that nobody has', '!cancelled()', '!abandoned()'],
  ])('would not be valid with %s', (_what, right, wrong) => {
    expect(text).toContain(right);
    expect(errorsOf(text.replace(right, wrong))).not.toEqual([]);
  });

  test('takes each action at a commit of its own', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(5);
    for (const action of uses)
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('runs scripts and tests that are there', () => {
    const run = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(run.length).toBeGreaterThan(3);
    for (const name of run) expect(scripts, name).toHaveProperty([name]);
    const named = [...text.matchAll(/ (test\/\S+\.test\.ts)$/gm)].map(([, path = '']) => path);
    expect(named.length).toBe(2);
    for (const path of named) expect(existsSync(path), path).toBe(true);
  });

  test('plays the till’s tests on each of Linux’ displays, with what they need', () => {
    expect(text).toContain('npm run test:electron -- --display ${{ matrix.display }}');
    for (const kind of displayKinds) expect(text).toMatch(new RegExp(`display: ${kind} }`));
    const [, shownText = ''] = /- name: Displays.*?\n(.*?)\n {6}- /s.exec(text) ?? [];
    for (const needed of ['xvfb', 'openbox', 'weston', 'gnome-keyring', '"$(id -u)" -ne 0'])
      expect(shownText).toContain(needed);
  });

  test('requires real Electron, and tells the programs that would do with less', () => {
    expect(text).toMatch(/^env:\n {2}REQUIRE_ELECTRON: '1'$/m);
    const heeds = globSync('{resources/scripts,test/smoke}/*').filter((path) =>
      readFileSync(path, 'utf8').includes('process.env.REQUIRE_ELECTRON'),
    );
    expect(heeds.sort()).toEqual(['resources/scripts/programs.mjs', 'test/smoke/program.ts']);
  });
});
