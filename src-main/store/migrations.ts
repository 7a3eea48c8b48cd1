// The ordered list of schema changes. A database's `user_version` is how many of them it has been through.
import { salesAndCart } from './migrations/001-sales-and-cart.ts';
import { correctionsAndCopies } from './migrations/002-corrections-and-copies.ts';
import { lessToWrite } from './migrations/003-less-to-write.ts';
import { selling } from './migrations/004-selling.ts';
import { whatWasAsked } from './migrations/005-what-was-asked.ts';
import { peopleAndPaper } from './migrations/006-people-and-paper.ts';
import { attemptsInSales } from './migrations/007-attempts-in-sales.ts';
import { proofAndAudit } from './migrations/008-proof-and-audit.ts';

/** Only ever added to: a released migration is never edited. */
export const migrations: readonly string[] = [
  salesAndCart,
  correctionsAndCopies,
  lessToWrite,
  selling,
  whatWasAsked,
  peopleAndPaper,
  attemptsInSales,
  proofAndAudit,
];
