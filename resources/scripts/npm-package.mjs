// A package of npm's whose version and content are pinned, and that is in nobody's lock file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm, runStep } from './steps.mjs';

/**
 * Fetches it and unpacks it into a folder, which may hold other packages; returns that of its
 * content.
 */
export async function fetchPackage({ name, version, integrity }, folder) {
  const options = ['--ignore-scripts', '--silent', '--pack-destination', folder];
  const status = await runNpm(['pack', `${name}@${version}`, ...options]);
  if (status !== 0) throw new Error(`npm pack ended with ${status}`);
  const baseName = name.replace('@', '').replace('/', '-');
  const file = join(folder, `${baseName}-${version}.tgz`);
  const [algorithm] = integrity.split('-');
  const hash = createHash(algorithm).update(readFileSync(file)).digest('base64');
  if (`${algorithm}-${hash}` !== integrity) throw new Error('its content is not the one pinned');
  const content = join(folder, baseName);
  mkdirSync(content);
  await unpack(file, content, '--strip-components=1');
  return content;
}

/** Unpacks an archive, which is then removed. */
export async function unpack(archive, folder, ...options) {
  const status = await runStep('tar', ['xf', archive, '-C', folder, '--no-same-owner', ...options]);
  if (status !== 0) throw new Error(`tar ended with ${status}`);
  rmSync(archive);
}
