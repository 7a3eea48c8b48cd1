// Checks by Electron's own types on which systems the events come that the till listens to. Each
// event that comes only on some systems is named here, with what does the same on the others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const listening = new Set(['on', 'once', 'addListener', 'prependListener']);

const read = (file: string): string => readFileSync(file, 'utf8');
const parsed = (file: string, text = read(file)): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);

function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}

/** Returns for each event that Electron declares, on any object, its `@platform`s, or "all". */
function declaredEvents(): ReadonlyMap<string, ReadonlySet<string>> {
  const foundByName = new Map<string, Set<string>>();
  visitAll(parsed(join(root, 'node_modules/electron/electron.d.ts')), (node) => {
    if (!ts.isMethodDeclaration(node) && !ts.isMethodSignature(node)) return;
    const type = node.parameters[0]?.type;
    if (node.name.getText() !== 'on' || !type || !ts.isLiteralTypeNode(type)) return;
    const event = type.literal.getText().slice(1, -1);
    const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'platform');
    const platforms = tag ? (ts.getTextOfJSDocComment(tag.comment) ?? '') : 'all';
    foundByName.set(event, (foundByName.get(event) ?? new Set()).add(platforms));
  });
  return foundByName;
}

/** Returns the names of the events that the files that use Electron listen to. */
function eventsListenedTo(): ReadonlySet<string> {
  const names = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' });
  const foundNames = new Set<string>();
  for (const name of names.filter((one) => one.endsWith('.ts'))) {
    const file = join(root, 'src-main', name);
    const text = read(file);
    if (!text.includes("from 'electron'")) continue;
    visitAll(parsed(file, text), (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const [event] = node.arguments;
      if (listening.has(node.expression.name.text) && event && ts.isStringLiteral(event))
        foundNames.add(event.text);
    });
  }
  return foundNames;
}

test('each event that the till listens to comes on every system, or something else does there', () => {
  const declared = declaredEvents();
  const events = [...eventsListenedTo()].filter((event) => declared.has(event));
  expect(events.length).toBeGreaterThan(10);
  const platformsOf = (event: string) => [...(declared.get(event) ?? [])].join('; ');
  const onSome = events.filter((event) => platformsOf(event) !== 'all');
  expect(Object.fromEntries(onSome.map((event) => [event, platformsOf(event)]))).toEqual({
    // Linux tells nobody that its screen is locked: there the till locks itself after a time
    // without input.
    'lock-screen': 'darwin,win32',
    // Windows ends the session; the other systems shut down.
    'session-end': 'win32',
    shutdown: 'linux,darwin',
  });
});
