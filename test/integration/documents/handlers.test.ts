// Asks the document browser of a whole till.
import { createServer, type Socket } from 'node:net';
import { setImmediate as afterNotes } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { everything } from './browsing.ts';
import { startTill } from './till-at-practice.ts';
import { must } from '../../must.ts';

/** Accepts connections and never answers. */
async function listenMutely(port: number): Promise<void> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

async function onlineTill() {
  const started = await startTill();
  const becomes = (...connections: readonly string[]) =>
    eventually(() => {
      expect(started.connections).toEqual(connections);
    });
  await becomes('online');
  return { ...started, becomes };
}

test('lists that the outbox reads are not remembered, and a list that fails tells the outbox of the outage', async () => {
  const { ask, practice, becomes } = await onlineTill();
  await practice.service.unplug();
  const query = { ...everything, view: 1 };
  const { remembered, results } = must(await ask['documents.list'](query));
  expect(remembered?.error).toEqual({ code: 'service_unreachable', reason: 'refused' });
  expect(results).toEqual([]);
  await becomes('online', 'offline');
});

test('a document that cannot be read tells the outbox of the outage', async () => {
  const { ask, practice, becomes } = await onlineTill();
  await practice.service.unplug();
  expect(await ask['documents.get']({ id: 999_999 })).toMatchObject({ ok: false });
  await becomes('online', 'offline');
});

test('the till does not wait for a service that accepts connections and does not answer', async () => {
  const { ask, practice, becomes } = await onlineTill();
  const { results } = must(await ask['documents.list']({ ...everything, view: 1 }));
  await afterNotes();
  await practice.service.unplug();
  await ask['documents.list']({ ...everything, view: 1 });
  await becomes('online', 'offline');
  await listenMutely(Number(new URL(practice.service.baseUrl).port));
  const [listed, opened] = await Promise.all([
    ask['documents.list']({ ...everything, view: 2 }),
    ask['documents.get']({ id: results[0]?.id ?? 0 }),
  ]);
  const remembered = { error: { code: 'service_unreachable', reason: 'timeout' } };
  expect(must(listed)).toMatchObject({ remembered });
  expect(must(opened)).toMatchObject({ remembered });
}, 20_000);

test('a list that a newer view replaced says nothing about the connection', async () => {
  const { ask } = await onlineTill();
  const first = ask['documents.list']({ ...everything, view: 1 });
  const second = ask['documents.list']({ ...everything, view: 2 });
  expect(await first).toEqual({ ok: false, error: { code: 'overtaken' } });
  expect(must(await second).remembered).toBeNull();
});

test('a signed-out till shows what it remembers, and why', async () => {
  const { ask } = await startTill(false);
  const listed = must(await ask['documents.list']({ ...everything, view: 1 }));
  expect(listed).toMatchObject({ count: 0, remembered: { error: { code: 'not_signed_in' } } });
  expect(must(await ask['documents.choices'](undefined)).natures).toHaveLength(4);
});
