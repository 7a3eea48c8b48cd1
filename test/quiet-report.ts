// The outbox's report where nothing is wrong, nothing waits and nothing was compared yet.
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
  overdue: [],
  clockAheadMs: null,
};
