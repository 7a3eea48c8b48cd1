// Starts helpers for tests without Electron: on Node, from the sources.
import { fileURLToPath } from 'node:url';
import { helperOptions, type StartHelper } from '../src-main/helper-process/ask-helper.ts';
import { forkOnNode } from './runtime/fork-on-node.ts';

const program = fileURLToPath(new URL('../src-main/helper-process/helper.ts', import.meta.url));

export const startHelper = (() => forkOnNode(program, [], helperOptions)) satisfies StartHelper;

/** Starts a helper with so little memory that a test reaches the bound soon. */
export const startSmallHelper: StartHelper = () =>
  forkOnNode(program, [], ['--js-flags=--max-old-space-size=48']);
