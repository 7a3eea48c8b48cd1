// The checks by their names, for the till's screen and for the command alike. Each is handed what
// it looks at, and ends whatever the computer does.
import type { CheckName, Finding, FoundKeyStore, ScreenSize } from '../contract/computer.ts';
import type { Route } from '../contract/route.ts';
import { judgePrinter, judgePrinters, judgeScreens, type TriedPrinter } from './devices.ts';
import { diskFailed, nearest, rights, space, sync } from './disk.ts';
import { judgeRoute, proxy, service, type Network } from './network.ts';
import { codeOf, within } from './patience.ts';

/** What the checks look at. What only the till knows is null for a command. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly hasElectron: boolean;
  readonly keyStore: (() => Promise<KeyStoreFacts>) | null;
  /** Prints nothing. */
  readonly tryPrinter: (() => Promise<TriedPrinter>) | null;
  /** Resolves to null if the system does not tell. */
  readonly listPrinters: () => Promise<readonly string[] | null>;
  /** Resolves to undefined if the till does not understand the answer. */
  readonly findRoutes: ((address: string) => Promise<readonly Route[] | undefined>) | null;
  readonly serviceAddresses: readonly string[];
  readonly network: Network;
  /** The folder of the till's data, which may not be there yet. */
  readonly folder: string;
  readonly listScreens: () => Promise<readonly ScreenSize[] | null>;
}

export interface KeyStoreFacts {
  readonly store: FoundKeyStore;
  readonly backend: string | null;
  readonly keepsWeakly: boolean;
}

type Checks = Readonly<Record<CheckName, (of: Computer) => Promise<readonly Finding[]>>>;

const longestMs = 20_000;

export const checks: Checks = {
  runtime: ({ versions, hasElectron }) =>
    Promise.resolve([
      { item: 'runtime', verdict: hasElectron ? 'fine' : 'look_at', hasElectron, versions },
    ]),
  key_store: async ({ keyStore }) => (keyStore ? [judgeKeyStore(await keyStore())] : []),
  printers: async ({ tryPrinter, listPrinters }) => [
    ...(tryPrinter ? [judgePrinter(await tryPrinter())] : []),
    judgePrinters(await unlessLate(listPrinters(), null)),
  ],
  proxy: async ({ findRoutes, serviceAddresses: [address], env }) =>
    findRoutes && address !== undefined
      ? [judgeRoute(await unlessLate(findRoutes(address), undefined))]
      : [proxy(env)],
  service: async ({ serviceAddresses, network }) =>
    serviceAddresses.length === 0
      ? [{ item: 'no_service', verdict: 'look_at' }]
      : (await Promise.all(serviceAddresses.map((one) => service(one, network)))).flat(),
  disk: async ({ folder, platform }) => {
    try {
      return await within(longestMs, lookAtDisk(folder, platform));
    } catch (error) {
      if (codeOf(error) !== 'ETIMEDOUT') throw error;
      return [diskFailed('ETIMEDOUT')];
    }
  },
  screens: async ({ listScreens }) => [judgeScreens(await unlessLate(listScreens(), null))],
};

async function lookAtDisk(folder: string, platform: NodeJS.Platform): Promise<Finding[]> {
  const mayWrite = await rights(folder, platform);
  const isTimed =
    mayWrite.verdict !== 'bad' && !(mayWrite.item === 'rights' && mayWrite.found === 'absent');
  return [
    await space(await nearest(folder)),
    mayWrite,
    ...(isTimed ? [await sync(folder, () => performance.now())] : []),
  ];
}

/** Judges the key store. A weak one is worse if a token lies there. */
export function judgeKeyStore(facts: KeyStoreFacts): Finding {
  const { store, keepsWeakly } = facts;
  const verdict = store === 'real' ? 'fine' : store === 'none' && keepsWeakly ? 'bad' : 'look_at';
  return { item: 'key_store', verdict, ...facts };
}

/** Returns `silent` if the system does not answer in time. */
async function unlessLate<Value, Silent>(asked: Promise<Value>, silent: Silent) {
  try {
    return await within(longestMs, asked);
  } catch (error) {
    if (codeOf(error) !== 'ETIMEDOUT') throw error;
    return silent;
  }
}
