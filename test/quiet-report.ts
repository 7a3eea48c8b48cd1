// The outbox's report while nothing is wrong, nothing is unsent and nothing has been compared yet.
import type { OutboxReport } from '../src-main/contract/outbox-report.ts';

export const quietReport: OutboxReport = {
  audit: null,
  isAuditing: false,
  auditError: null,
  nextTryAtMs: null,
  pause: null,
  gateSinceMs: null,
  mayRelease: false,
  isReleased: false,
  notices: [],
  overdue: [],
  clockAheadMs: null,
};
