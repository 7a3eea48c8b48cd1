// `npm run faults -- --bad-sources`: plays every scene on the till as it is, and on each till with
// a mistake in its source.
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { aligned } from './lines.ts';
import { complaint, runEach } from './many-histories.ts';
import { badSourceNames, badSources, type BadSourceName } from './bad-sources.ts';
import { runHistory, type History } from './run-history.ts';
import { sceneNames, scenes, type SceneName } from './scenes.ts';
import { removeTillProgram } from './till-program.ts';

export const badSourceOptions = {
  'bad-sources': { type: 'boolean' },
  /** Plays this mistake alone, and prints what its scene says. */
  'bad-source': { type: 'string' },
  /** Plays this scene on the till as it is. */
  scene: { type: 'string' },
} as const;

export const playScene = (
  scene: SceneName,
  badSource: BadSourceName | null = null,
): Promise<History> =>
  runHistory({ kind: 'ordinary', seed: 0, badTill: null, badSource, plan: scenes[scene] });

export const isCaught = async (badSource: BadSourceName): Promise<boolean> =>
  (await playScene(badSources[badSource].scene, badSource)).problems.length > 0;

const atATime = 2 * availableParallelism();

/** Returns whether the till passed the scene. */
export async function playOneScene(values: unknown): Promise<boolean> {
  const { scene } = v.parse(v.object({ scene: v.picklist(sceneNames) }), values);
  try {
    const problem = complaint(await playScene(scene));
    console.log(problem || 'nothing went wrong');
    return problem === '';
  } finally {
    await removeTillProgram();
  }
}

/** Returns whether the mistake was caught. */
export async function playBadSource(values: unknown): Promise<boolean> {
  const options = v.object({ 'bad-source': v.picklist(badSourceNames) });
  const { 'bad-source': badSource } = v.parse(options, values);
  try {
    const history = await playScene(badSources[badSource].scene, badSource);
    console.log(complaint(history) || 'not caught');
    return history.problems.length > 0;
  } finally {
    await removeTillProgram();
  }
}

/** Returns whether the till passed every scene, and every mistake was caught. */
export async function playBadSources(): Promise<boolean> {
  try {
    const wrong = await runEach(sceneNames, atATime, async (scene) => {
      const problem = complaint(await playScene(scene));
      if (problem !== '') console.log(`${scene}\n${problem}`);
      return problem !== '';
    });
    const caught = await runEach(badSourceNames, atATime, async (badSource) => {
      const is = await isCaught(badSource);
      console.error(`${badSource}: ${is ? 'caught' : 'NOT CAUGHT'}`);
      return is;
    });
    console.log(
      aligned([
        ['scenes', sceneNames.length],
        ['scenes that went wrong', wrong.filter(Boolean).length],
        ['bad sources', badSourceNames.length],
        ['bad sources caught', caught.filter(Boolean).length],
      ]),
    );
    return !wrong.includes(true) && !caught.includes(false);
  } finally {
    await removeTillProgram();
  }
}
