// Several companies and tills share one computer; their tokens and databases never mix, whatever
// happens in between.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { emptyCart } from '../../../src-main/contract/cart.ts';
import { keyOf } from '../../../src-main/account/profiles.ts';
import { removeCashier } from '../../../src-main/store/cashiers.ts';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleCart, sampleSale } from '../../sample-sale.ts';
import { addPeople, ines } from '../staff/people.ts';
import { network } from '../service/networks.ts';
import { proxyTo } from '../service/tunnels.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';
import { done, failed, open, resumed, signInTo, tillOf, twoShops } from '../two-shops.ts';
import { tamper } from '../../attacks/tamper.ts';

test('each profile has a name, a colour and a folder of its own, and they keep their order', async () => {
  const shops = await twoShops();
  const { one, other, session, folder } = shops;
  expect([one.name, other.name]).toEqual(['PRACA · 1', 'CAIS · 1']);
  expect(one.colour).not.toBe(other.colour);
  expect(session.profiles.chosen?.id).toBe(other.id);
  expect(readdirSync(join(folder, 'tills')).sort()).toEqual([one.id, other.id].sort());
  expect(session.profiles.change({ id: one.id, name: 'Loja', colour: 'teal' })).toEqual(done);
  expect(session.profiles.known[0]).toMatchObject({ name: 'Loja', colour: 'teal' });
  expect(
    session.profiles.change({
      id: keyOf({ ...one.profile, tillCode: '9' }),
      name: 'X',
      colour: 'red',
    }),
  ).toEqual(failed({ code: 'not_found' }));
});

test('no profile opens in the middle of a sale; an empty cart and sales put aside hinder nobody', async () => {
  const shops = await twoShops();
  const { one } = shops;
  const cart = sampleCart();
  const before = tillOf(shops);
  saveOpenCart(before.db, cart);
  expect(await open(shops, one.id)).toEqual(failed({ code: 'sale_open' }));
  expect(await open(shops, one.id, true)).toEqual(failed({ code: 'sale_open' }));
  expect(await open(shops, null)).toEqual(failed({ code: 'sale_open' }));
  expect(tillOf(shops)).toBe(before);
  saveOpenCart(before.db, emptyCart(cart.cartId));
  expect(await open(shops, one.id)).toEqual(done);
});

test('the till asks about unsent sales, counts them, and has them again with their profile', async () => {
  const shops = await twoShops();
  const { one, other, session } = shops;
  commitSale(tillOf(shops).db, sampleSale());
  expect(await open(shops, one.id)).toEqual(failed({ code: 'sales_wait', count: 1 }));
  expect(session.profiles.chosen?.id).toBe(other.id);
  expect(await open(shops, one.id, true)).toEqual(done);
  expect(tillOf(shops).unsentOrRejected).toBe(0);
  expect(session.profiles.find(other.id)?.unsent).toBe(1);
  expect(await open(shops, other.id)).toEqual(done);
  expect(tillOf(shops).unsentOrRejected).toBe(1);
  expect(session.profiles.find(other.id)?.unsent).toBe(0);
});

test('a profile that cannot be opened leaves the open one as it was', async () => {
  const shops = await twoShops();
  const { one, other, folder } = shops;
  tamper(join(folder, 'tills', one.id, 'till.db'), 'PRAGMA user_version = 999');
  expect(await open(shops, one.id)).toMatchObject(failed({ code: 'store_newer' }));
  expect(tillOf(shops).profile.companyCode).toBe('CAIS');
  expect(tillOf(shops).token).toBe(shops.second.token);
  await shops.stop();

  writeFileSync(
    join(folder, 'settings.json'),
    readFileSync(join(folder, 'settings.json'), 'utf8').replace(
      `"profileId": "${other.id}"`,
      `"profileId": "${one.id}"`,
    ),
  );
  const again = await resumed(folder);
  expect(again.session.till).toBeNull();
  expect(again.session.failedStart).toMatchObject({ error: { code: 'store_newer' } });
  expect(again.notices).toEqual([]);
  expect(await open(again, other.id)).toEqual(done);
  expect(again.session.failedStart).toBeNull();
  expect(tillOf(again).profile.companyCode).toBe('CAIS');
});

test('wherever the program ends while it switches, the next start opens one of the two, with all its sales', async () => {
  const shops = await twoShops();
  const { folder, one, other, settings } = shops;
  const sale = sampleSale();
  commitSale(tillOf(shops).db, sale);
  const file = join(folder, 'settings.json');
  const writtenTexts = [readFileSync(file, 'utf8')];
  const update = settings.update.bind(settings);
  settings.update = (change) => {
    update(change);
    writtenTexts.push(readFileSync(file, 'utf8'));
  };
  await open(shops, one.id, true);
  await shops.stop();
  expect(writtenTexts.length).toBeGreaterThan(2);
  for (const text of writtenTexts) {
    writeFileSync(file, text);
    const again = await resumed(folder);
    const { profile, unsentOrRejected } = tillOf(again);
    expect([keyOf(profile), unsentOrRejected]).toEqual(
      keyOf(profile) === one.id ? [one.id, 0] : [other.id, 1],
    );
    expect(again.notices).toEqual([]);
    await again.stop();
  }
});

test('the open till stays open if the settings cannot be written', async () => {
  const shops = await twoShops();
  const { one, other, settings, session } = shops;
  commitSale(tillOf(shops).db, sampleSale());
  const update = settings.update.bind(settings);
  settings.update = () => {
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  };
  await expect(open(shops, one.id, true)).rejects.toThrow('no room');
  expect(keyOf(tillOf(shops).profile)).toBe(other.id);
  expect(tillOf(shops).token).toBe(shops.second.token);
  expect(session.isSwitching).toBe(false);
  settings.update = update;
  expect(await open(shops, one.id, true)).toEqual(done);
  expect(keyOf(tillOf(shops).profile)).toBe(one.id);
});

test('the open till stays open if another cannot be opened and that cannot be written down', async () => {
  const shops = await twoShops();
  const { one, other, settings, session, folder } = shops;
  tamper(join(folder, 'tills', one.id, 'till.db'), 'PRAGMA user_version = 999');
  const update = settings.update.bind(settings);
  settings.update = (change) => {
    update(change);
    settings.update = () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
  };
  expect(await open(shops, one.id)).toMatchObject(failed({ code: 'store_newer' }));
  expect(keyOf(tillOf(shops).profile)).toBe(other.id);
  expect(tillOf(shops).token).toBe(shops.second.token);
  expect(session.isSwitching).toBe(false);
});

test('nobody signs in to another till in the middle of a sale', async () => {
  const shops = await twoShops();
  saveOpenCart(tillOf(shops).db, sampleCart());
  const refused = failed({ code: 'sale_open' });
  expect(await signInTo(shops, shops.first)).toEqual(refused);
  expect(await shops.session.practise()).toEqual(refused);
  expect(keyOf(tillOf(shops).profile)).toBe(shops.other.id);
  expect(await signInTo(shops, shops.second)).toMatchObject({ ok: true });
});

test('a signed-out profile stays known, opens no till, and is the same till after signing in', async () => {
  const shops = await twoShops();
  const { one, session, second, other } = shops;
  expect(await session.signOut()).toEqual(done);
  expect(session.profiles.find(other.id)).toMatchObject({ isSignedOut: true });
  expect(await open(shops, one.id)).toEqual(done);
  expect(await open(shops, other.id)).toEqual(done);
  expect(session.till).toBeNull();
  expect(session.profiles.chosen?.id).toBe(other.id);
  second.said.company = 'Cais';
  second.said.till = '001';
  await signInTo(shops, second);
  expect(keyOf(tillOf(shops).profile)).toBe(other.id);
  expect(session.profiles.known).toHaveLength(2);
  expect(session.profiles.find(other.id)).toMatchObject({ isSignedOut: false });
});

test('removing a profile forgets its name and token and leaves its folder, but is refused while a sale is unsent', async () => {
  const shops = await twoShops();
  const { one, other, session, settings, keptTokens, folder } = shops;
  settings.update({ keepTokenWeakly: true });
  await session.keepToken();
  expect(keptTokens.size).toBe(1);
  commitSale(tillOf(shops).db, sampleSale());
  const unsent = failed({ code: 'unsent_sales', count: 1 });
  expect(await session.removeProfile(other.id)).toEqual(unsent);
  await open(shops, one.id, true);
  expect(await session.removeProfile(other.id)).toEqual(unsent);
  expect(session.profiles.known).toHaveLength(2);
  expect(keptTokens.size).toBe(1);

  saveOpenCart(tillOf(shops).db, sampleCart());
  expect(await session.removeProfile(one.id)).toEqual(failed({ code: 'sale_open' }));
  saveOpenCart(tillOf(shops).db, emptyCart(crypto.randomUUID()));
  expect(await session.removeProfile(one.id)).toEqual(done);
  expect(session.till).toBeNull();
  expect(session.profiles.known.map(({ id }) => id)).toEqual([other.id]);
  expect(existsSync(join(folder, 'tills', one.id, 'till.db'))).toBe(true);
  expect(await session.removeProfile(one.id)).toEqual(failed({ code: 'not_found' }));
});

test('a start alone writes nothing, since the disk may be full', async () => {
  const folder = newFolder();
  const before = startSession(folder);
  await signInTo(before, await sayingService());
  await before.stop();
  const file = join(folder, 'settings.json');
  const writtenAtNs = statSync(file, { bigint: true }).mtimeNs;
  const after = await resumed(folder);
  expect(after.session.profiles.known).toEqual(before.session.profiles.known);
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(writtenAtNs);
});

test('the profile with cashiers guards what all profiles share, wherever it is changed', async () => {
  const shops = await twoShops();
  const { session, one, other } = shops;
  expect(session.guardElsewhere).toBeUndefined();
  addPeople(tillOf(shops).db, ines);
  // The till's own managers decide.
  expect(session.guardElsewhere).toBeUndefined();
  expect(await open(shops, one.id)).toEqual(done);
  expect(session.guardElsewhere?.id).toBe(other.id);
  addPeople(tillOf(shops).db, ines);
  expect(session.guardElsewhere).toBeUndefined();
  expect(await open(shops, null)).toEqual(done);
  expect(session.guardElsewhere?.id).toBe(one.id);
  // Anybody may be a manager in practice.
  await session.practise();
  addPeople(tillOf(shops).db, ines);
  expect(session.guardElsewhere?.id).toBe(one.id);
  // Once nobody has to say who they are, nothing is guarded.
  for (const { id } of [one, other]) {
    expect(await open(shops, id)).toEqual(done);
    expect(removeCashier(tillOf(shops).db, ines.cashierId)).toEqual(done);
  }
  expect(await open(shops, one.id)).toEqual(done);
  expect(session.guardElsewhere).toBeUndefined();
});

test('a till that cannot be opened guards what all profiles share, even if it is the only one', async () => {
  const shops = await twoShops();
  const { session, folder, one } = shops;
  expect(await open(shops, one.id)).toEqual(done);
  const { db } = tillOf(shops);
  addPeople(db, ines);
  session.noteCashiers();
  const file = db.name;
  await session.close();
  tamper(file, 'PRAGMA user_version = 999');
  const after = await resumed(folder);
  expect(after.session.till).toBeNull();
  expect(after.session.guardElsewhere?.id).toBe(one.id);
});

test('a request from before a till with cashiers opened does nothing to it', async () => {
  const shops = await twoShops();
  const { session, folder, one } = shops;
  expect(await open(shops, one.id)).toEqual(done);
  const { db } = tillOf(shops);
  addPeople(db, ines);
  const file = db.name;
  await session.close();
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  const after = await resumed(folder);
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  const trying = after.session.tryAgain();
  const leaving = [after.session.signOut(), after.session.practise()];
  expect(await trying).toEqual(done);
  for (const left of leaving) expect(await left).toEqual(failed({ code: 'locked' }));
  expect(after.session.till?.profile.companyCode).toBe(one.profile.companyCode);
});

test('practice is a profile too, and opens without a sign-in', async () => {
  const shops = await twoShops();
  const { session, other } = shops;
  await open(shops, null);
  expect(await session.practise()).toMatchObject({ value: { kind: 'practice' } });
  const practice = session.profiles.chosen;
  expect(await session.signOut()).toEqual(done);
  expect(session.profiles.find(practice?.id ?? null)).toMatchObject({ isSignedOut: false });
  await open(shops, other.id);
  expect(await open(shops, practice?.id ?? null)).toEqual(done);
  expect(tillOf(shops).profile.kind).toBe('practice');
  await session.rehearse('outage', true);
  await open(shops, other.id);
  await open(shops, practice?.id ?? null);
  expect(shops.settings.value.practicePlugged).toBe(false);
});

test('plain http over a network needs a person’s word, which then holds for that till', async () => {
  const folder = newFolder();
  const { serviceAddress, askedRequests } = await sayingService();
  // Only the proxy resolves the name to the service.
  const tunnels = await proxyTo(Number(new URL(serviceAddress).port));
  const lan = network(`PROXY 127.0.0.1:${tunnels.port}`);
  const started = startSession(folder, lan);
  const user = { serviceAddress: 'http://service.example', username: 'ana', password: 'x' };
  const request = {
    ...user,
    way: 'password',
    ...{ companyCode: 'LOJA', tillCode: '1' },
  } as const;
  const refused = failed({ code: 'invalid_value', field: 'serviceAddress' });
  const { person } = started;
  const { serviceAddress: plain } = user;
  expect(await started.session.signIn(request)).toEqual(refused);
  expect(await started.session.access.findTills(user)).toEqual(refused);
  expect(await started.session.access.findPlans(user)).toEqual(refused);
  const earlier = { ...request, way: 'earlier', earlierAddress: `${plain}/earlier` } as const;
  expect(await started.session.signIn(earlier)).toEqual(
    failed({ code: 'invalid_value', field: 'earlierAddress' }),
  );
  expect(person.askedAbout).toEqual([plain, plain, `${plain}/earlier`]);
  expect([tunnels.askedRequests.length, askedRequests.length]).toEqual([0, 0]);
  person.acceptsHttp = true;
  expect(await started.session.signIn(request)).toMatchObject({ ok: true });
  expect(askedRequests.length).toBeGreaterThan(0);
  // The word for one address does not hold for another, and holds from then on.
  person.acceptsHttp = false;
  expect(
    await started.session.access.findTills({ ...user, serviceAddress: `${plain}/other` }),
  ).toEqual(refused);
  expect(await started.session.signIn(request)).toMatchObject({ ok: true });
  expect(person.askedAbout.slice(3)).toEqual([plain, `${plain}/other`]);
  await started.stop();

  const again = startSession(folder, lan);
  await again.session.resume();
  expect(again.notices).toEqual([]);
  expect(tillOf(again).profile.serviceAddress).toBe('http://service.example');
});

test('what a till does by itself does not bear the name of whoever opened it', async () => {
  const { serviceAddress } = await sayingService();
  const tunnels = await proxyTo(Number(new URL(serviceAddress).port));
  const doing = new AsyncLocalStorage<string>();
  const connecting: (string | undefined)[] = [];
  const { session, person } = startSession(newFolder(), {
    ...network(`PROXY 127.0.0.1:${tunnels.port}`),
    findRoutes: () => {
      connecting.push(doing.getStore());
      return Promise.resolve(`PROXY 127.0.0.1:${tunnels.port}`);
    },
  });
  person.acceptsHttp = true;
  await session.signIn({
    ...{ way: 'password', serviceAddress: 'http://service.example' },
    ...{ username: 'ana', password: 'x', companyCode: 'LOJA', tillCode: '1' },
  });
  const id = session.profiles.chosen?.id ?? null;
  await session.openProfile({ id: null, leaveWaiting: false });
  connecting.length = 0;
  await doing.run('Inês', () => session.openProfile({ id, leaveWaiting: false }));
  session.till?.outbox.tryNow();
  await eventually(() => {
    expect(connecting.length).toBeGreaterThan(0);
  });
  expect(new Set(connecting)).toEqual(new Set([undefined]));
});
