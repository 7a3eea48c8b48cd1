/** The least free space on the till's disk: below it, a till may stop within a week. */
export const littleSpaceBytes = 256 * 1024 * 1024;
