// Plays a share of the scenes and of the mistakes in the till's source; `npm run faults --
// --bad-sources` plays them all.
import { afterAll, expect, it } from 'vitest';
import { complaint, runEach } from './many-histories.ts';
import { isCaught, playScene } from './bad-sources-command.ts';
import type { BadSourceName } from './bad-sources.ts';
import type { SceneName } from './scenes.ts';
import { removeTillProgram } from './till-program.ts';

const atATime = 4;

const someScenes: readonly SceneName[] = [
  'the folder is put back over what was sent since',
  'the service keeps another reference',
  'one request is delivered twice',
  'pages may not be large',
  'days are closed while sales are open, and the till is killed',
  'goods come back, and the till is killed',
];
const someBadSources: readonly BadSourceName[] = [
  'begins_without_a_gate',
  'sends_again_what_bears_another_reference',
  'does_not_report_a_second_document',
  'sends_again_after_a_refusal_without_looking',
  'counts_a_sale_in_two_reports',
  'leaves_a_number_out',
  'loses_a_movement',
  'writes_an_outcome_into_an_old_report',
  'closes_only_when_all_is_sent',
  'leaves_refunds_in_the_drawer',
];

afterAll(removeTillProgram);

it('the till passes scenes that are each made for one of its rules', async () => {
  const played = await runEach(someScenes, atATime, (scene) => playScene(scene));
  expect(played.map(complaint).filter(Boolean).join('\n')).toBe('');
  // The network made a document too many, and the till showed it.
  const twice = played[someScenes.indexOf('one request is delivered twice')];
  expect(twice?.duplicates).toEqual([expect.objectContaining({ isDetected: true })]);
}, 180_000);

it('a till with a mistake in its source does not pass', async () => {
  // On a busy machine the till may not get as far as its mistake.
  const isCaughtInTime = async (badSource: BadSourceName) => {
    for (let tries = 0; tries < 3; tries++) if (await isCaught(badSource)) return true;
    return false;
  };
  const caught = await runEach(someBadSources, atATime, isCaughtInTime);
  expect(someBadSources.filter((_, index) => caught[index] !== true)).toEqual([]);
}, 180_000);
