// The sizes of screens at which the tests examine every view, and which pictures they take of each.
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}
export type Theme = 'light' | 'dark';
export const themes: readonly Theme[] = ['light', 'dark'];
/** As small as a usual window may be; at this size axe examines the view as well. */
export const smallest: ScreenSize = { width: 1024, height: 768 };
export const large: ScreenSize = { width: 1920, height: 1080 };
/**
 * The usual size of computers that enlarge everything, the most usual screen, and an upright one.
 */
const others: readonly ScreenSize[] = [
  { width: 1093, height: 614 },
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
];

declare module 'vitest' {
  interface ProvidedContext {
    readonly pictures: Pictures;
    readonly isLong: boolean;
  }
}

/** Which pictures of each view: none, one at each size in either language and theme, or all. */
export type Pictures = 'none' | 'few' | 'all';
export const wantedPictures = (askedSizes: string | undefined): Pictures =>
  !askedSizes ? 'none' : askedSizes === 'few' ? 'few' : 'all';

/** The large one comes last, so that what follows in the test has room for everything. */
export const sizesFor = (pictures: Pictures): readonly ScreenSize[] =>
  pictures === 'none' ? [smallest, large] : [smallest, ...others, large];

/** Portuguese, the longer language, has the sizes with the least room. */
const few: Readonly<Record<string, readonly string[]>> = {
  en: ['1024 dark', '1366 light', '1920 dark'],
  'pt-PT': ['1024 light', '1093 light', '1080 dark', '1920 light'],
};

export const isPictured = (
  pictures: Pictures,
  { width }: ScreenSize,
  theme: Theme,
  language: string,
): boolean =>
  pictures === 'all' ||
  (pictures === 'few' &&
    (!isUsual(width) || (few[language]?.includes(`${String(width)} ${theme}`) ?? true)));

/** Windows with a size of their own are photographed in all their forms. */
const isUsual = (width: number): boolean => sizesFor('all').some((size) => size.width === width);
