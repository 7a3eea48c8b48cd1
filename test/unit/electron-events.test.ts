// On which systems the events come that the till listens to, as Electron's own types say it: what
// rests on one that comes on some alone is named here, with what does the same on the others.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const listening = new Set(['on', 'once', 'addListener', 'prependListener']);

/** Of each event of Electron's that is listened to in `src-main`: its `@platform`, or "all". */
function eventsListenedTo(): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, 'src-main', name));
  const program = ts.createProgram(files, {
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, strict: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    types: ['node', 'electron'],
  });
  const checker = program.getTypeChecker();
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [event] = node.arguments;
      const declared = checker.getResolvedSignature(node)?.getDeclaration();
      // The channels between page and main are the till's own.
      const isElectrons =
        declared?.getSourceFile().fileName.endsWith('electron.d.ts') === true &&
        !node.expression.expression.getText().startsWith('ipc');
      if (listening.has(node.expression.name.text) && isElectrons && event) {
        const tag = ts.getJSDocTags(declared).find(({ tagName }) => tagName.text === 'platform');
        const platforms = tag ? (ts.getTextOfJSDocComment(tag.comment) ?? '') : 'all';
        if (ts.isStringLiteral(event)) found.set(event.text, platforms);
        else throw new Error(`an event without a literal name: ${node.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source);
  }
  return found;
}

test('each event that the till listens to comes on every system, or something else does there', () => {
  const events = eventsListenedTo();
  expect(events.size).toBeGreaterThan(10);
  const onSome = Array.from(events).filter(([, platforms]) => platforms !== 'all');
  expect(Object.fromEntries(onSome)).toEqual({
    // Linux tells nobody that its screen is locked: the till's own lock goes by what is touched.
    'lock-screen': 'darwin,win32',
    // Windows ends the session, the others shut down.
    'session-end': 'win32',
    shutdown: 'linux,darwin',
  });
});
