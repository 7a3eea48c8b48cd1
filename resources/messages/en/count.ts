import { counter } from '../counter.ts';

export const count = counter('en');
