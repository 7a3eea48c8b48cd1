// A till that belongs to nobody: started once, and brought back to its first page for each test.
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

/** Signs the till out of whatever it is signed in to, or replaces it if it cannot. */
export async function atFirstRun(till: Till | undefined): Promise<Till> {
  if (!till) return launchTill({ userDataDir: newUserData() });
  const { page } = till;
  const signOut = `window.till.request('session.signOut', undefined)`;
  const { ok } = await page.evaluate<{ readonly ok: boolean }>(signOut);
  if (!ok) {
    await till.kill9();
    return atFirstRun(undefined);
  }
  await page.evaluate(`location.hash = ''`);
  await page.reload();
  await page.getByRole('button', { name: 'Practice', exact: true }).waitFor();
  return till;
}
