// A practice service's life: seeded once, continued, unplugged, killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../../src-main/practice-service/server.ts';
import { call, credentialsOf, sale, startRig, text, type Json, type Rig } from './rig.ts';
import { createSchema, openDatabase } from '../../../src-main/practice-service/database.ts';

const folders: string[] = [];
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(async () => {
  await rig.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-service-'));
  folders.push(folder);
  return join(folder, 'a folder to be made', 'practice.db');
}

async function signIn(baseUrl: string): Promise<string> {
  const body = JSON.stringify(credentialsOf(practiceAccount));
  return text((await call(`${baseUrl}/auth/login/`, { body })).json.key);
}

async function allDocuments(service: PracticeService, token: string): Promise<Json> {
  const path = '/documents/?limit=500&ordering=id';
  return (await call(service.baseUrl + path, { token })).json;
}

describe('A new file', () => {
  it('is seeded with some months of documents of every nature, none of them in the future', async () => {
    const { json } = await rig.get('/documents/?limit=500&ordering=id', rig.token);
    const rows = json.results as unknown as Json[];
    expect(rows.length).toBeGreaterThan(250);
    expect(new Set(rows.map((row) => row.document_nature_id)).size).toBe(13);
    const moments = rows.map((row) => `${text(row.document_date)} ${text(row.document_time)}`);
    expect(moments).toEqual(moments.toSorted());
    expect(moments[0]).toMatch(/^2025-11-1[67]/);
    expect((moments.at(-1) ?? '') < '2026-03-16 10:30:01').toBe(true);
  });

  it('is seeded alike for the same moment', async () => {
    const now = () => new Date('2026-03-16T10:30:00Z');
    const lists: Json[] = [];
    for (const databaseFile of [newFile(), newFile()]) {
      const service = await startPracticeService({ databaseFile, now });
      const { results } = await allDocuments(service, await signIn(service.baseUrl));
      if (results !== undefined) lists.push(results);
      await service.close();
    }
    expect(lists[0]).toEqual(lists[1]);
  });
});

describe('An existing file', () => {
  it('is continued with its documents and tokens', async () => {
    const databaseFile = newFile();
    const first = await startPracticeService({ databaseFile });
    const token = await signIn(first.baseUrl);
    const path = '/documents/new/';
    const made = await call(first.baseUrl + path, { token, body: JSON.stringify(sale()) });
    const before = await allDocuments(first, token);
    await first.close();
    const second = await startPracticeService({ databaseFile });
    const after = await allDocuments(second, token);
    expect(after.results).toEqual(before.results);
    const next = await call(second.baseUrl + path, { token, body: JSON.stringify(sale()) });
    expect(Number(next.json.document_number)).toBe(Number(made.json.document_number) + 1);
    await second.close();
  });

  it('of another schema version is refused', async () => {
    const databaseFile = newFile();
    await (await startPracticeService({ databaseFile })).close();
    const file = new Database(databaseFile);
    file.pragma('user_version = 99');
    file.close();
    await expect(startPracticeService({ databaseFile })).rejects.toThrow('schema version 99');
  });
});

describe('Unplugged', () => {
  it('the service is unreachable, and plugged in again it answers on the same port', async () => {
    const { service } = rig;
    await service.unplug();
    expect(service.isPlugged).toBe(false);
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await service.plugIn();
    expect(service.isPlugged).toBe(true);
    expect((await rig.get('/auth/info/', rig.token)).status).toBe(200);
  });

  it('every open connection is destroyed, also in the middle of a request', async () => {
    const socket = connect(Number(new URL(rig.service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /documents/new/?api_token=${rig.token} HTTP/1.1\r\nHost: localhost\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"our_reference": "CORTADO"',
    );
    // The answer to another request shows that the first bytes have been read by now.
    await rig.get('/auth/demo_plan/');
    const closed = new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', resolve);
    });
    await rig.service.unplug();
    await closed;
    await rig.service.plugIn();
    const found = await rig.get('/documents/?search=CORTADO', rig.token);
    expect(found.json.count).toBe(0);
  });

  it('unplugging or plugging in twice changes nothing', async () => {
    await rig.service.plugIn();
    expect(rig.service.isPlugged).toBe(true);
    await rig.service.unplug();
    await rig.service.unplug();
    expect(rig.service.isPlugged).toBe(false);
    await rig.service.plugIn();
    expect((await rig.get('/auth/demo_plan/')).status).toBe(200);
  });
});

describe('The port', () => {
  it('can be chosen, and a port that is taken is an error', async () => {
    const first = await startPracticeService({ databaseFile: newFile() });
    const port = Number(new URL(first.baseUrl).port);
    const databaseFile = newFile();
    await expect(startPracticeService({ databaseFile, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await first.close();
    const second = await startPracticeService({ databaseFile, port });
    expect(second.baseUrl).toBe(`http://127.0.0.1:${port}`);
    await second.close();
  });
});

describe('A document that is acknowledged', () => {
  it('is committed before the answer', async () => {
    const { json } = await rig.create(sale());
    const file = new Database(rig.databaseFile, { readonly: true });
    const count = (table: string, column: string) =>
      file.prepare(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck().get(json.id);
    expect(count('documents', 'id')).toBe(1);
    expect(count('document_lines', 'document_id')).toBe(2);
    file.close();
  });

  it('survives a kill, and one that was not acknowledged is there as a whole or not at all', async () => {
    const databaseFile = newFile();
    const script = fileURLToPath(new URL('serve.ts', import.meta.url));
    const child = spawn(process.execPath, [script, databaseFile], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [baseUrl] = (await once(createInterface(child.stdout), 'line')) as [string];
    const token = await signIn(baseUrl);
    const acknowledged: Json[] = [];
    const send = async () => {
      const { status, json } = await call(`${baseUrl}/documents/new/`, {
        token,
        body: JSON.stringify(sale({ our_reference: 'ATE-AO-FIM' })),
      });
      if (status !== 201) throw new Error(`Creating answered ${status}.`);
      acknowledged.push(json);
      if (acknowledged.length === 25) child.kill('SIGKILL');
    };
    const sendUntilKilled = async () => {
      for (;;) await send();
    };
    const exit = once(child, 'exit');
    await Promise.allSettled([sendUntilKilled(), sendUntilKilled(), sendUntilKilled()]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(25);
    expect(await exit).toEqual([null, 'SIGKILL']);

    const service = await startPracticeService({ databaseFile });
    const path = '/documents/?search=ATE-AO-FIM&limit=500&ordering=id';
    const found = (await call(service.baseUrl + path, { token })).json.results as unknown as Json[];
    await service.close();
    expect(found.map((row) => row.id)).toEqual(
      expect.arrayContaining(acknowledged.map((document) => document.id)),
    );
    const numbers = found.map((row) => Number(row.document_number));
    const first = numbers[0] ?? 0;
    expect(numbers).toEqual(numbers.map((_number, index) => first + index));
    const file = new Database(databaseFile, { readonly: true });
    const torn = file.prepare(
      `SELECT d.id FROM documents d WHERE d.our_reference = 'ATE-AO-FIM' AND (
         (SELECT count(*) FROM document_lines WHERE document_id = d.id) <> 2
         OR (SELECT count(*) FROM document_payments WHERE document_id = d.id) <> 1
         OR NOT EXISTS (SELECT 1 FROM document_search WHERE document_id = d.id))`,
    );
    expect(torn.all()).toEqual([]);
    file.close();
  });
});

const folder = mkdtempSync(join(tmpdir(), 'practice-service-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('every open of the file, not only the first, is durable and keeps foreign keys', () => {
  const file = join(folder, 'practice.db');
  for (const expectedNew of [true, false, false]) {
    const { db, isNew } = openDatabase(file);
    expect(isNew).toBe(expectedNew);
    if (isNew) createSchema(db);
    const pragma = (name: string) => db.pragma(name, { simple: true });
    // 2 is FULL.
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ]);
    db.close();
  }
});
