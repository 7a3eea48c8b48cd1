// Starts helpers for tests without Electron: on Node, as they were built for `npm test`, since
// loading the sources takes as much processor as most of what they are asked to do; else from them.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helperOptions, type StartHelper } from '../src-main/helper-process/ask-helper.ts';
import { forkOnNode } from './runtime/fork-on-node.ts';

const source = (name: string) =>
  fileURLToPath(new URL(`../src-main/helper-process/${name}.ts`, import.meta.url));
const built = process.env.BUILT_HELPER;
const program = built ?? source('helper');

/** What a salvage's second thread runs. */
export const readAheadProgram =
  built === undefined ? source('rows-ahead') : join(dirname(built), 'rows-ahead.js');

export const startHelper = (() => forkOnNode(program, [], helperOptions)) satisfies StartHelper;

/** Starts a helper with so little memory that a test reaches the bound soon. */
export const startSmallHelper: StartHelper = () =>
  forkOnNode(program, [], ['--js-flags=--max-old-space-size=48']);
