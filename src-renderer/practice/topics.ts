// The topics that the panel of practice has a tab for.
import { rehearsals } from '../../src-main/contract/rehearsals.ts';

export const topics = [...rehearsals, 'tour', 'reset'] as const;
export type Topic = (typeof topics)[number];
