import { describe, expect, it } from 'vitest';
import { addDays, lisbonDateTime } from '../../../src-main/practice-service/lisbon-time.ts';

describe('lisbonDateTime', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-01', '00:00:00.000000'],
    ['2026-03-29T00:59:59.999Z', '2026-03-29', '00:59:59.999000'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29', '02:00:00.000000'],
    ['2026-07-01T23:30:00.007Z', '2026-07-02', '00:30:00.007000'],
    ['2026-10-25T01:00:00.000Z', '2026-10-25', '01:00:00.000000'],
  ])('%s is %s %s in Lisbon', (instant, date, time) => {
    expect(lisbonDateTime(new Date(instant))).toEqual({ date, time });
  });
});

describe('addDays', () => {
  it('counts over the ends of months and years', () => {
    expect(addDays('2026-12-15', 30)).toBe('2027-01-14');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-28', 0)).toBe('2026-03-28');
  });
});
