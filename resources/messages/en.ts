// Every text of the application in English, grouped by where it shows. Its type is what every other
// language must have.
import { enCatalogue, enCatalogueFile } from './en/catalogue.ts';
import { enComparison } from './en/comparison.ts';
import { enCounter } from './en/counter-window.ts';
import { enDay, enDayCsv, enDayPaper } from './en/day.ts';
import { enDifferences } from './en/differences.ts';
import { enDisplay } from './en/display.ts';
import { enDocuments, enDocumentsCsv } from './en/documents.ts';
import { enErrors } from './en/errors.ts';
import { enEvidence } from './en/evidence.ts';
import { enExceptions } from './en/exceptions.ts';
import { enCommon, enFrame, enMain } from './en/frame.ts';
import { enFigures } from './en/figures.ts';
import { enLabels } from './en/labels.ts';
import { enLock } from './en/lock.ts';
import { enOutbox, enStates } from './en/outbox.ts';
import { enPrinting } from './en/printing.ts';
import { enScanning } from './en/scanning.ts';
import { enSellActions } from './en/sell-actions.ts';
import { enPractice } from './en/practice.ts';
import { enManyProducts } from './en/many-products.ts';
import { enProducts } from './en/products.ts';
import { enProfiles } from './en/profiles.ts';
import { enReceipt, enReceiptActions } from './en/receipt.ts';
import { enReceiptTexts } from './en/receipt-texts.ts';
import { enReturns } from './en/returns.ts';
import { enSecondCopy } from './en/second-copy.ts';
import { enSecondCopyScreen, enStartAgain } from './en/second-copy-screen.ts';
import { enSetupFile } from './en/setup-file.ts';
import { enFailedStart, enReport, enRestore } from './en/restore.ts';
import { enStart } from './en/start.ts';
import { enSettings } from './en/settings.ts';
import { enSettingsWords } from './en/settings-words.ts';
import { enFinished, enPayment, enSell } from './en/sell.ts';
import { enConnection, enSignIn } from './en/sign-in.ts';
import { enUpdates } from './en/update.ts';

export const en = {
  common: enCommon,
  frame: enFrame,
  failedStart: enFailedStart,
  signIn: enSignIn,
  profiles: enProfiles,
  connection: enConnection,
  comparison: enComparison,
  counter: enCounter,
  differences: enDifferences,
  display: enDisplay,
  sell: enSell,
  scanning: enScanning,
  catalogue: enCatalogue,
  catalogueFile: enCatalogueFile,
  manyProducts: enManyProducts,
  products: enProducts,
  labels: enLabels,
  lock: enLock,
  payment: enPayment,
  finished: enFinished,
  sellActions: enSellActions,
  practice: enPractice,
  printing: enPrinting,
  receiptActions: enReceiptActions,
  day: enDay,
  dayPaper: enDayPaper,
  dayCsv: enDayCsv,
  documents: enDocuments,
  documentsCsv: enDocumentsCsv,
  states: enStates,
  outbox: enOutbox,
  evidence: enEvidence,
  exceptions: enExceptions,
  figures: enFigures,
  settings: enSettings,
  settingsWords: enSettingsWords,
  start: enStart,
  updates: enUpdates,
  restore: enRestore,
  secondCopy: enSecondCopy,
  secondCopyScreen: enSecondCopyScreen,
  startAgain: enStartAgain,
  setupFile: enSetupFile,
  report: enReport,
  errors: enErrors,
  receipt: enReceipt,
  returns: enReturns,
  receiptTexts: enReceiptTexts,
  main: enMain,
};

export type Messages = typeof en;
