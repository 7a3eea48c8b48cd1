// A process that plays the histories it is told to, several at a time, until the process that
// started it is gone.
import type { Played, ToPlay } from './many-histories.ts';
import { runHistory } from './run-history.ts';
import { removeTillProgram } from './till-program.ts';

// A history that cannot be played ends the process, as every unhandled rejection does.
process.on('message', ({ number, play }: ToPlay) => {
  void runHistory(play).then((history) => process.send?.({ number, history } satisfies Played));
});
process.on('disconnect', () => {
  void removeTillProgram().finally(() => process.exit());
});
