// Sums up many answers, and says what went wrong with which.
import type { FuzzedAnswers, Judged } from './fuzz-answers.ts';
import { aligned, counted, type Row } from '../lines.ts';

/** Returns what went wrong, with the call that plays it again; empty if nothing did. */
export function answersComplaint({ judged, strays }: FuzzedAnswers): string {
  return [
    ...judged.filter(({ wrong }) => wrong).map(complaintOf),
    ...strays.map((stray) => `an error outside of any exchange: ${stray}`),
  ].join('\n');
}

const complaintOf = ({ seed, index, kind, said, concluded, wrong, what }: Judged): string =>
  [
    `replayAnswer({ seed: ${seed}, index: ${index} })`,
    `  ${wrong}: ${kind}, which says ${said.verdict}, was taken for ${concluded}`,
    ...what.split('\n').map((line) => `  | ${line.slice(0, 1000)}`),
  ].join('\n');

export function answersSummary({ judged, strays, peakBytes }: FuzzedAnswers): string {
  const wrong = (kind: Judged['wrong']) => judged.filter((answer) => answer.wrong === kind).length;
  const speaking = judged.filter(({ said }) => said.verdict !== 'unclear');
  const understood = speaking.filter(({ said, concluded }) => said.verdict === concluded).length;
  const rows: readonly Row[] = [
    ['answers', judged.length],
    ['by kind', counted(judged.map(({ kind }) => kind))],
    ['by what they say', counted(judged.map(({ said }) => said.verdict))],
    ['that say something', speaking.length],
    ['of these plainly', speaking.filter(({ said }) => said.plain).length],
    ['understood', understood],
    ['left in doubt for their oddness', speaking.length - understood],
    ['plain and not understood', wrong('not_understood')],
    ['wrongly confirmed', wrong('wrongly_confirmed')],
    ['wrongly rejected', wrong('wrongly_rejected')],
    ['wrongly sent again', wrong('wrongly_sent_again')],
    ['crashes', wrong('crashed') + strays.length],
    ['peak memory', `${Math.round(peakBytes / 1024 / 1024)} MiB`],
  ];
  return aligned(rows);
}
