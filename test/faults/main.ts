// `npm run faults -- (--histories N | --mutants | --model N | --answers N | --kill-points TIMES |
// --power-cuts IMAGES) [--seed S]`
import { parseArgs } from 'node:util';
import { answerOptions, readAnswers } from './answers/answers-command.ts';
import { diskOptions, killPoints, powerCuts } from './disk/disk-command.ts';
import { exploreModel, modelOptions } from './model/model-command.ts';
import { mutantOptions, playMutant, playMutants, playOneScene } from './mutants-command.ts';
import { historyOptions, playHistories } from './histories-command.ts';

const { values } = parseArgs({
  options: {
    ...historyOptions,
    ...mutantOptions,
    ...answerOptions,
    ...diskOptions,
    ...modelOptions,
  },
});

function command(): (options: typeof values) => Promise<boolean> {
  if (values.answers !== undefined) return readAnswers;
  if (values.model !== undefined) return exploreModel;
  if (values['kill-points'] !== undefined) return killPoints;
  if (values['power-cuts'] !== undefined) return powerCuts;
  if (values.mutants === true) return playMutants;
  if (values.mutant !== undefined) return playMutant;
  if (values.scene !== undefined) return playOneScene;
  return playHistories;
}

if (!(await command()(values))) process.exitCode = 1;
