// Runs a preload script in an isolated world of its own in a page, and carries its messages.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';
import { isGone } from './contract.ts';
import { preloadModules, type FromPage, type ToPage } from './preload-modules.ts';
import { structuredCodec } from './structured-codec.ts';
import { linkWorlds } from './world-link.ts';
import { worldValues } from './world-values.ts';

export interface PreloadHost {
  /**
   * Sends it to the preload of the document that the main frame now shows; dropped if that document
   * is gone.
   */
  post: (message: ToPage) => void;
}

const worldName = 'electron-preload';
const bindingName = 'postToMain';

/** Everything that a new document runs, as two scripts: the page's world comes first. */
function scripts(preloadPath: string | undefined): { page: string; preload: string } {
  const eventName = `electron-${randomUUID()}`;
  const link = (side: string) =>
    `(${linkWorlds.toString()})(globalThis, ${JSON.stringify(eventName)}, ${JSON.stringify(side)},
      ${worldValues.toString()})`;
  const source = preloadPath === undefined ? '' : readFileSync(preloadPath, 'utf8');
  const process = {
    type: 'renderer',
    platform: globalThis.process.platform,
    sandboxed: true,
    contextIsolated: true,
  };
  return {
    // Preloads run only in the main frame, as in Electron without nodeIntegrationInSubFrames.
    page: `if (top === self) ${link('page')};`,
    preload: `if (top === self) (() => {
  const modules = (${preloadModules.toString()})(
    (${structuredCodec.toString()})(), ${link('preload')}, globalThis.${bindingName});
  globalThis.receiveFromMain = modules.receive;
  const module = { exports: {} };
  try {
    (function (require, module, exports, process) {${source}
    })(modules.require, module, module.exports, ${JSON.stringify(process)});
  } catch (error) {
    console.error('Unable to load preload script: ${JSON.stringify(preloadPath)}', error);
  }
})();`,
  };
}

/**
 * Attaches to a page that has not loaded anything yet.
 * @param onMessage is called once per message, in order.
 */
export async function hostPreload(
  session: CDPSession,
  preloadPath: string | undefined,
  onMessage: (message: FromPage) => void,
): Promise<PreloadHost> {
  const { page, preload } = scripts(preloadPath);
  let contextId: number | undefined;

  session.on('Runtime.executionContextCreated', ({ context }) => {
    const details = context.auxData as { frameId: string };
    if (context.name === worldName && details.frameId === mainFrameId) contextId = context.id;
  });
  session.on('Runtime.executionContextDestroyed', (event) => {
    if (event.executionContextId === contextId) contextId = undefined;
  });
  session.on('Runtime.bindingCalled', (event) => {
    // A message of a document that the page has left is dropped.
    if (event.name === bindingName && event.executionContextId === contextId)
      onMessage(JSON.parse(event.payload) as FromPage);
  });

  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrameId = frameTree.frame.id;
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: page });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: preload, worldName });

  return {
    post: (message) => {
      if (contextId === undefined) return;
      session
        .send('Runtime.evaluate', {
          contextId,
          expression: `globalThis.receiveFromMain(${JSON.stringify(message)})`,
        })
        .then(
          ({ exceptionDetails }) => {
            if (exceptionDetails)
              process.stderr.write(
                `Uncaught in the preload: ${exceptionDetails.exception?.description ?? exceptionDetails.text}\n`,
              );
          },
          (error: unknown) => {
            if (!isGone(error)) throw error;
          },
        );
    },
  };
}
