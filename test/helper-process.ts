// Starts helpers for tests without Electron: on Node, as they were built for `npm test`, since
// loading the sources takes as much processor as most of what they are asked to do; else from them.
import { fileURLToPath } from 'node:url';
import { helperOptions, type StartHelper } from '../src-main/helper-process/ask-helper.ts';
import { forkOnNode } from './runtime/fork-on-node.ts';

const program =
  process.env.BUILT_HELPER ??
  fileURLToPath(new URL('../src-main/helper-process/helper.ts', import.meta.url));

export const startHelper = (() => forkOnNode(program, [], helperOptions)) satisfies StartHelper;

/** Starts a helper with so little memory that a test reaches the bound soon. */
export const startSmallHelper: StartHelper = () =>
  forkOnNode(program, [], ['--js-flags=--max-old-space-size=48']);
