// Which computer this is, as its system says: the computer's name changes with the network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** How the system is asked. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly read: (file: string) => string;
  readonly run: (program: string, args: readonly string[]) => string;
  readonly name: () => string;
}

const thisSystem: System = {
  platform: process.platform,
  read: (file) => readFileSync(file, 'utf8'),
  run: (program, args) =>
    execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, windowsHide: true }),
  name: hostname,
};

function askSystem({ platform, read, run }: System): string | undefined {
  switch (platform) {
    case 'linux':
      return /^[\da-f]{32}$/m.exec(read('/etc/machine-id'))?.[0];
    case 'darwin': {
      const output = run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID" = "([^"]+)"/.exec(output)?.[1];
    }
    case 'win32': {
      const program = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`;
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
      const output = run(program, ['query', key, '/v', 'MachineGuid']);
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(output)?.[1];
    }
    default:
      return undefined;
  }
}

/**
 * Returns a digest, since the system's own id must not be told (machine-id(5)). If the system has
 * none, the first part of the computer's name stands in for it.
 */
export function computerIdOf(system: System): string {
  let systemId: string | undefined;
  try {
    systemId = askSystem(system);
  } catch {
    // A failure counts as no answer.
  }
  const [name = ''] = system.name().split('.');
  return createHash('sha256')
    .update(`counterfoil ${systemId ?? name}`)
    .digest('hex')
    .slice(0, 16);
}

let known: string | undefined;

/** Returns the id, and asks the system only once. */
export const computerId = (): string => (known ??= computerIdOf(thisSystem));
