// `npm run faults -- (--histories N | --bad-sources | --model N | --answers N |
// --kill-points N | --power-cuts N) [--seed S]`
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { answerOptions, readAnswers } from './answers/answers-command.ts';
import { diskOptions, killPoints, powerCuts } from './disk/disk-command.ts';
import { exploreModel, modelOptions } from './model/model-command.ts';
import {
  badSourceOptions,
  playBadSource,
  playBadSources,
  playOneScene,
} from './bad-sources-command.ts';
import { historyOptions, playHistories } from './histories-command.ts';

const { values } = parseArgs({
  options: {
    ...historyOptions,
    ...badSourceOptions,
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
  if (values['bad-sources'] === true) return playBadSources;
  if (values['bad-source'] !== undefined) return playBadSource;
  if (values.scene !== undefined) return playOneScene;
  return playHistories;
}

try {
  if (!(await command()(values))) process.exitCode = 1;
} catch (error) {
  if (!v.isValiError(error)) throw error;
  for (const issue of error.issues) console.error(`--${v.getDotPath(issue)}: ${issue.message}`);
  process.exitCode = 1;
}
