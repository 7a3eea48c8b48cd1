import { formatsIn } from '../formats.ts';

export const { numeral, plural, count, numbers, moments, list } = formatsIn('en');
