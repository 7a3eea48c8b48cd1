// Every text of the application in European Portuguese, in the shape of the English catalogue.
import type { Messages } from './en.ts';
import { ptPTCatalogue, ptPTCatalogueFile } from './pt-PT/catalogue.ts';
import { ptPTComparison } from './pt-PT/comparison.ts';
import { ptPTCounter } from './pt-PT/counter-window.ts';
import { ptPTDay, ptPTDayCsv, ptPTDayPaper } from './pt-PT/day.ts';
import { ptPTDifferences } from './pt-PT/differences.ts';
import { ptPTDisplay } from './pt-PT/display.ts';
import { ptPTDocuments, ptPTDocumentsCsv } from './pt-PT/documents.ts';
import { ptPTErrors } from './pt-PT/errors.ts';
import { ptPTEvidence } from './pt-PT/evidence.ts';
import { ptPTExceptions } from './pt-PT/exceptions.ts';
import { ptPTFigures } from './pt-PT/figures.ts';
import { ptPTCommon, ptPTFrame, ptPTMain } from './pt-PT/frame.ts';
import { ptPTLabels } from './pt-PT/labels.ts';
import { ptPTLock } from './pt-PT/lock.ts';
import { ptPTOutbox, ptPTStates } from './pt-PT/outbox.ts';
import { ptPTSellActions } from './pt-PT/sell-actions.ts';
import { ptPTPractice } from './pt-PT/practice.ts';
import { ptPTPrinting } from './pt-PT/printing.ts';
import { ptPTManyProducts } from './pt-PT/many-products.ts';
import { ptPTProducts } from './pt-PT/products.ts';
import { ptPTProfiles } from './pt-PT/profiles.ts';
import { ptPTReceipt, ptPTReceiptActions } from './pt-PT/receipt.ts';
import { ptPTReceiptTexts } from './pt-PT/receipt-texts.ts';
import { ptPTReturns } from './pt-PT/returns.ts';
import { ptPTScanning } from './pt-PT/scanning.ts';
import { ptPTSecondCopy } from './pt-PT/second-copy.ts';
import { ptPTSecondCopyScreen, ptPTStartAgain } from './pt-PT/second-copy-screen.ts';
import { ptPTSetupFile } from './pt-PT/setup-file.ts';
import { ptPTFailedStart, ptPTReport, ptPTRestore } from './pt-PT/restore.ts';
import { ptPTStart } from './pt-PT/start.ts';
import { ptPTSettings } from './pt-PT/settings.ts';
import { ptPTSettingsWords } from './pt-PT/settings-words.ts';
import { ptPTFinished, ptPTPayment, ptPTSell } from './pt-PT/sell.ts';
import { ptPTConnection, ptPTSignIn } from './pt-PT/sign-in.ts';
import { ptPTUpdates } from './pt-PT/update.ts';

export const ptPT: Messages = {
  common: ptPTCommon,
  frame: ptPTFrame,
  failedStart: ptPTFailedStart,
  signIn: ptPTSignIn,
  profiles: ptPTProfiles,
  connection: ptPTConnection,
  comparison: ptPTComparison,
  counter: ptPTCounter,
  differences: ptPTDifferences,
  display: ptPTDisplay,
  sell: ptPTSell,
  scanning: ptPTScanning,
  catalogue: ptPTCatalogue,
  catalogueFile: ptPTCatalogueFile,
  manyProducts: ptPTManyProducts,
  products: ptPTProducts,
  labels: ptPTLabels,
  lock: ptPTLock,
  payment: ptPTPayment,
  finished: ptPTFinished,
  sellActions: ptPTSellActions,
  practice: ptPTPractice,
  printing: ptPTPrinting,
  receiptActions: ptPTReceiptActions,
  day: ptPTDay,
  dayPaper: ptPTDayPaper,
  dayCsv: ptPTDayCsv,
  documents: ptPTDocuments,
  documentsCsv: ptPTDocumentsCsv,
  states: ptPTStates,
  outbox: ptPTOutbox,
  evidence: ptPTEvidence,
  exceptions: ptPTExceptions,
  figures: ptPTFigures,
  settings: ptPTSettings,
  settingsWords: ptPTSettingsWords,
  start: ptPTStart,
  updates: ptPTUpdates,
  restore: ptPTRestore,
  secondCopy: ptPTSecondCopy,
  secondCopyScreen: ptPTSecondCopyScreen,
  startAgain: ptPTStartAgain,
  setupFile: ptPTSetupFile,
  report: ptPTReport,
  errors: ptPTErrors,
  receipt: ptPTReceipt,
  returns: ptPTReturns,
  receiptTexts: ptPTReceiptTexts,
  main: ptPTMain,
};
