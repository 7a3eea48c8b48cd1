// One English sentence for each expected failure: what happened, what to do, and, if so, that
// nothing is lost.
import type { ServiceFieldError, UnreachableReason } from '../../../src-main/contract/errors.ts';
import { moneyFormat } from '../../../src-main/contract/format.ts';
import type { Cents } from '../../../src-main/contract/money.ts';
import { unusablePictures } from './display.ts';
import { count, moments, numbers, numeral, plural } from './formats.ts';
import { enLockErrors } from './lock.ts';
import { enDocumentRules } from './new-document.ts';
import { enPrintingErrors } from './printing.ts';
import { enNotReturnable, enReturns } from './returns.ts';
import { enSecondCopyErrors } from './second-copy.ts';
import { enSpreadsheetErrors } from './spreadsheet.ts';
import { enHindrances } from './update.ts';
import { enPlaces } from './service-places.ts';
import { serviceSaid, type ErrorSentences } from '../sentences.ts';

const notItsAnswer =
  'Instead of the service’s answer something else came, perhaps from something in between';

const unreachable: Record<UnreachableReason, string> = {
  refused: 'The service does not answer.',
  no_such_host: 'The service’s address was not found. Check the address and the network.',
  no_network: 'This computer has no network.',
  timeout: 'The service took too long to answer.',
  insecure: 'The service’s address cannot prove who it is, so nothing was sent to it.',
  broken_off: 'The connection to the service broke off.',
  proxy_unreachable:
    'The proxy that this computer’s network settings name does not answer, so nothing was sent. Check the network.',
  proxy_refused:
    'The proxy of this network does not let the till through to the service. Ask whoever looks after the network.',
  proxy_unsupported:
    'This computer’s network settings name a proxy of a kind that the till cannot use. It can use HTTP and HTTPS proxies without a password.',
};

const invalidValues: ReadonlyMap<string, string> = new Map(
  Object.entries({
    serviceAddress: 'This service address cannot be used. It must begin with https://.',
    earlierAddress: 'This service address cannot be used. It must begin with https://.',
    proxyScript:
      'This address of a proxy script cannot be used. It begins with http:// or https://.',
    updateAddress: 'This address cannot be used. It must begin with https://.',
    file: 'This file cannot be read, or is larger than 1 GiB.',
    'cart.lines': 'A sale holds at most 1000 lines. Remove the last one, and sell it separately.',
    total: 'No sale comes to more than 999,999.99. Check quantities and prices.',
    'product.barcodes': 'Another product has one of these barcodes.',
  }),
);

const megabytes = (bytes: number): string => `${numeral(Math.ceil(bytes / 1_000_000))} MB`;
const seconds = numbers({ maximumFractionDigits: 1 });
const time = moments({ timeStyle: 'medium' });

const days = moments({ dateStyle: 'medium' });
/** At noon here, so that no time zone makes it another day. */
const day = (date: string): string => days(new Date(`${date}T12:00:00`));

const euros = moneyFormat('en');

/** A negative amount went out of the drawer. */
const moneyMoved = (movedCents: Cents): string =>
  movedCents < 0
    ? `${euros(Math.abs(movedCents))} was given back from the drawer`
    : `${euros(movedCents)} was put into the drawer`;

const serviceSays = (errors: readonly ServiceFieldError[]): string =>
  errors.length === 0 ? '' : ` It says: ${serviceSaid(errors, enPlaces)}`;

export const enErrors: ErrorSentences = {
  invalid_value: ({ field }) =>
    invalidValues.get(field) ?? `The value of “${field}” cannot be used. Please check it.`,
  not_practice: () => 'That is possible only in practice.',
  not_signed_in: () => 'Nobody is signed in. Sign in or choose practice first.',
  sign_in_refused: ({ errors }) =>
    `The service did not accept the sign-in. Check username, password and codes.${serviceSays(errors)}`,
  wrong_company: ({ expected, actual }) =>
    `This sign-in is for ${actual}, but ${expected} was meant. Nothing was signed in; waiting sales stay saved.`,
  wrong_till: ({ expected, actual }) =>
    `This sign-in is for till ${actual}, but till ${expected} was meant. Nothing was signed in; waiting sales stay saved.`,
  till_unknown: () =>
    'The service does not say which till this sign-in is for. Type the till’s code as well.',
  service_unreachable: ({ reason }) => unreachable[reason],
  not_the_service: ({ status }) =>
    `Something other than the invoicing service answered (${status}), perhaps the network’s own sign-in page. Check the address.`,
  service_failed: ({ status, isPage }) =>
    `${isPage ? `${notItsAnswer} (${status}).` : `The service has a problem of its own (${status}).`} Try again later.`,
  service_busy: ({ retryAfterMs, isPage }) => {
    const busy = isPage ? `${notItsAnswer}, or the service is busy.` : 'The service is busy.';
    return retryAfterMs === null
      ? `${busy} Try again in a moment.`
      : `${busy} Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  },
  answer_invalid: ({ field }) =>
    `The service’s answer could not be understood (${field}). Tell whoever looks after the till.`,
  answer_too_large: () => 'The service’s answer was too large to be read.',
  service_refused: ({ errors }) => `The service refused this.${serviceSays(errors)}`,
  token_refused: () => 'The service asks for the password again. Sales stay saved.',
  not_permitted: () =>
    'The service does not permit this to the signed-in user. Ask a manager; sales stay saved.',
  not_found: () => 'This was not found.',
  method_not_allowed: () =>
    'The service does not offer this at its address. Check the address; sales stay saved.',
  cart_empty: () => 'There is nothing to sell yet. Add a line first.',
  total_not_positive: () =>
    'The total must be above zero. Check prices and discount. To give something away, add it to a sale of something that is paid, with 100 % off its line.',
  payment_method_unknown: () => 'This payment method does not exist any more. Choose another one.',
  tendered_too_little: () => 'Less was tendered than the total.',
  change_without_cash: () =>
    'Only cash has change. Settings, The working day says which payment methods are cash.',
  document_rule: ({ rule }) => enDocumentRules[rule],
  over_simplified_limit: ({ limitCents }) =>
    `A simplified invoice for this customer may be of at most ${euros(limitCents)}. Above that it needs a full invoice.`,
  invoice_kind_unknown: () =>
    'No kind of invoice is chosen yet. Choose one in Settings, Full invoices. The sale is kept meanwhile.',
  return_not_set_up: () =>
    'The shop has not chosen yet what takes goods back. Choose it in Settings, Returns.',
  return_trial_open: ({ reference }) =>
    `The first return (${reference}) waits for the service. What it shows decides how others are made, so they wait for it.`,
  not_returnable: ({ why }) => enNotReturnable[why],
  returned_too_much: ({ what }) =>
    `More of “${what}” would come back than is left. Look at what has come back already.`,
  returned_beyond: ({ docKey }) =>
    `More has come back of ${docKey} than was sold with it: another till has taken something back as well. Look at its returns in Documents, and tell whoever does the books.`,
  return_not_asked: ({ why, limitCents }) =>
    enReturns.notAsked(why, limitCents === null ? null : euros(limitCents)),
  known_customer_needed: () =>
    'That needs a customer whom the service knows. Choose one, or leave it out.',
  customer_needed: () =>
    'An invoice names its customer. Type the tax number, or choose a known customer.',
  same_sale_again: ({ reference }) =>
    `The same goods were sold a moment ago (${reference}). Is this another sale?`,
  cart_not_empty: () => 'Another sale is under way. Finish it or put it aside first.',
  product_taken: ({ field, value, owner }) =>
    `${field === 'code' ? 'The code' : 'The barcode'} ${value} is that of “${owner.description}” (${owner.code}).`,
  nothing_to_undo: () => 'That cannot be undone any more: something else was changed since.',
  catalogue_changed: () =>
    'Products were changed by hand since the file was read. Read it again, so that nothing is lost.',
  products_changed: () =>
    'Products were changed meanwhile. Nothing was done: look at the preview again.',
  change_under_way: () => 'Many products are being changed. Wait for it, or stop it.',
  change_stopped: () => 'It was stopped. The catalogue is as it was.',
  change_no_room: ({ neededBytes }) =>
    `The disk has too little room for a change of so many products; the catalogue is as it was. ${Math.ceil(neededBytes / 1_000_000)} MB must be free.`,
  catalogue_unreadable: () =>
    'No product can be read from this file in this way. Check the separator and the columns.',
  ...enSpreadsheetErrors,
  ...enSecondCopyErrors,
  import_under_way: () => 'Another file is being read or used. Wait for it, or discard it.',
  too_many_labels: ({ labels, most }) =>
    `That would be ${labels} labels. At most ${most} are printed at a time: look for fewer products, or print fewer of each.`,
  no_labels: () => 'No product is chosen for a label.',
  overtaken: () => 'Something else is being looked for by now.',
  export_under_way: () => 'Another export is under way.',
  export_cancelled: () => 'The export was cancelled; no file was left.',
  import_cancelled: () => 'The reading was ended. The catalogue is as it was.',
  unsent_sales: ({ count }) =>
    plural(count, {
      one: 'One sale has not reached the service yet. It must be sent first; see Outbox.',
      other: `${numeral(count)} sales have not reached the service yet. They must be sent first; see Outbox.`,
    }),
  sale_open: () => 'A sale is under way. Finish it, put it aside or clear it first; then switch.',
  sales_wait: ({ count }) =>
    plural(count, {
      one: 'One sale has not reached the service yet.',
      other: `${numeral(count)} sales have not reached the service yet.`,
    }),
  sale_moved_on: () =>
    'The sale has moved on meanwhile, so this was not done. Look at its state again.',
  still_looking: ({ untilMs }) =>
    `The till is still finding out by itself what became of this sale. You can decide from ${time(untilMs)} on.`,
  guarded_by_till: ({ name }) =>
    `All tills of this computer share this, and the managers of “${name}” decide about it. Open that till, and change it there.`,
  second_documents: ({ count }) =>
    plural(count, {
      one: 'One sale turned out to have a second document at the service, so you are still signed in. See Outbox.',
      other: `${numeral(count)} sales turned out to have a second document at the service, so you are still signed in. See Outbox.`,
    }),
  day_is_off: () => 'Days are off. Settings, The working day turns them on.',
  day_is_open: () => 'A day is open already.',
  day_not_open: () => 'No day is open. Open it under Day: what is being sold stays where it is.',
  count_void: () => 'Cash has moved since the drawer was counted. Count it again.',
  left_too_much: () => 'No more than was counted can be left in the drawer.',
  day_settings_damaged: () =>
    'The settings of the working day cannot be read. Keep selling, and set them again in Settings, The working day: until then every cash difference counts as too large.',
  money_given_back: ({ reference, movedCents }) =>
    `The drawer holds ${euros(Math.abs(movedCents))} ${movedCents < 0 ? 'less' : 'more'} than the sale ${reference} came to, which the service has. Look at it under Outbox; the next Z report names it.`,
  money_not_booked: ({ reference, movedCents }) =>
    `No day is open, so no day counts the money of the sale ${reference}: ${moneyMoved(movedCents)}. Record it as cash in or out once a day is open.`,
  not_finalized: () => 'The document is not finalized, so there is no receipt for it.',
  no_fiscal_marks: () =>
    'The service has sent no ATCUD and QR code for this document, and Settings say to print no receipt without them. Give the customer the service’s own PDF.',
  disk_full: () =>
    'The disk is full, so this could not be saved. Make room and try again; earlier sales are safe.',
  disk_failing: ({ detail }) =>
    `This computer’s disk has failed to read or write (${detail}). It may end soon: make a backup onto a stick today (Settings, Backups), and have the disk replaced. Go on selling; what is saved is safe as long as the disk lasts.`,
  disk_nearly_full: ({ freeBytes, neededBytes }) =>
    `This computer’s disk is nearly full: ${megabytes(freeBytes)} are free, and the till may need ${megabytes(neededBytes)} in a month. Make room, or ask for help, before it can sell no more.`,
  disk_slow: ({ tookMs }) =>
    `This computer’s disk has been slow for half an hour: saving takes ${seconds(tookMs / 1_000)} seconds. Another program may keep it busy, or it is failing: if this goes on, make a backup onto a stick and have the disk looked at.`,
  store_damaged: ({ file }) =>
    `The till’s data file is damaged: ${file}. Do not delete it; ask for help.`,
  store_in_use: () =>
    'This till is open in another program on this computer. Close that one first; every sale is safe.',
  store_newer: ({ file }) =>
    `The till’s data was written by a newer Counterfoil: ${file}. Install the newer version.`,
  store_other_till: ({ file }) =>
    `The file in this till’s place is of another company or till: ${file}. Restore a backup of this till, or ask for help.`,
  store_failed: ({ detail }) =>
    `The till’s data could not be read or written (${detail}). Check that its disk is there and may be written to, and try again.`,
  store_gone: ({ file }) =>
    `This till’s data is gone: ${file} was deleted, or its disk is not there. The till begins anew, and does not know what it sold before. Put the data back while the program is closed, or restore a backup (Settings, Backups): sales that had not been sent are only there.`,
  store_salvaged: ({ file, sales }) =>
    `The till’s data file was ${file === null ? 'gone' : `damaged. It was put aside as ${file}`}, and ${plural(sales, { one: 'one sale was', other: `${numeral(sales)} sales were` })} brought over${file === null ? ' from its backups' : ''}. What had not been confirmed is looked up at the service before it is sent. Compare today’s sales with your paper${file === null ? '' : ', and keep the file'}.`,
  store_decayed: () =>
    'A part of the till’s data file can no longer be read. Go on selling: what is sold now is saved. The till repairs the file by itself when nothing has been sold for ten minutes, or when it starts next; that takes a minute or two. To have it repaired at once, close the till and start it again.',
  store_restored: ({ sales }) =>
    `The till’s data is a copy, from a backup or another computer. Sales that it had not sent (${sales}) are looked up at the service first; that takes some minutes.`,
  store_older: ({ sales }) =>
    `The service holds sales that this till’s data does not know: the data is older than what was sold, or a second copy of the till is in use. Sales that it had not finished (${sales}) are looked up first. Use only one copy from now on.`,
  document_id_used_again: ({ reference }) =>
    `The service has given the document of sale ${reference} to another sale: it may have lost documents, or the sign-in may be for another company. What it holds is being compared with this till’s sales.`,
  documents_fewer: () =>
    'The service shows fewer documents than before: it may have lost some, or the sign-in may be for another company. What it holds is being compared with this till’s sales; the Outbox tells what is missing.',
  clock_differs: ({ aheadMs }) =>
    `This computer’s clock is ${count(Math.round(Math.abs(aheadMs) / 60_000), { one: 'minute', other: 'minutes' })} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service’s. Set it right: documents bear its date and time.`,
  day_differs: ({ here, there }) =>
    `It is ${day(here)} on this computer, and ${day(there)} at the service. Check the computer’s date and time zone: documents bear its date.`,
  carts_restored: ({ carts }) =>
    `The till’s data is a copy, and may be older than what was sold. It holds ${count(carts, { one: 'sale that was', other: 'sales that were' })} put aside or under way: make sure that they have not been sold before you sell them.`,
  catalogue_set_aside: ({ file }) =>
    `The catalogue’s file was damaged and was put aside as ${file}. Import the catalogue again; until then, sell with free lines. Sales are not affected.`,
  catalogue_gone: ({ file }) =>
    `The till had products, and its catalogue is empty now: the file ${file} was deleted, or the till’s data came from another computer. Put the file back while the program is closed, or import the catalogue again; until then, sell with free lines. Sales are not affected.`,
  catalogue_damaged: () =>
    'This part of the catalogue cannot be read. Import the catalogue again; until then, use free lines. Sales are not affected.',
  settings_set_aside: ({ file }) =>
    `The settings could not be read and were put aside as ${file}. The usual ones are in use; sales are not affected.`,
  recovery_key_not_written: () =>
    'The new recovery key is not in use: nobody has confirmed that it is written down.',
  update_found: ({ version }) =>
    `Version ${version} of the program is available. Settings, Updates says what is new; nothing is installed unless you say so.`,
  update_not_fetched: ({ detail }) =>
    `The update could not be fetched; the till goes on as it is. Try again later. (${detail})`,
  update_no_room: ({ neededBytes }) =>
    `The disk has too little room for the update, so it was not fetched; the till goes on as it is. ${Math.ceil(neededBytes / 1_000_000)} MB must be free.`,
  update_not_signed: () =>
    'What is at the address of the updates is not signed by the maker of this program, so nothing of it was used. Check the address with whoever gave you the program.',
  update_not_now: ({ why }) => enHindrances[why],
  update_not_installed: () =>
    'The system refused the update. The till stays on its version; nothing is lost.',
  started_again: () =>
    'The till stopped by itself and has started again. Finished sales are saved; the sale under way is as it was saved last.',
  restore_under_way: () => 'Another backup is being looked at. Wait until that is done.',
  backup_not_looked_at: () =>
    'The till’s file or the backup has changed meanwhile. Look at the backup again; nothing was changed.',
  setup_file_unusable: ({ problem, field }) => {
    switch (problem) {
      case 'foreign':
        return field === null
          ? 'This is no set-up file of a till. Nothing was changed.'
          : `This set-up file has a value that cannot be right (${field}). Save it again at the other till; nothing was changed.`;
      case 'newer':
        return 'This file is of a newer Counterfoil. Install that version here first; nothing was changed.';
      case 'cut_off':
        return 'The end of this file is missing. Copy it again from the other till; nothing was changed.';
      case 'unreadable':
        return 'The file cannot be read any more. Is the stick still plugged in? Nothing was changed.';
      case 'changed':
        return 'The file has changed since you looked at it. Choose it again; nothing was changed.';
    }
  },
  recovery_key_wrong: ({ isKey }) =>
    isKey
      ? 'This recovery key does not open this backup. Was an older or a newer one printed?'
      : 'This is no recovery key. Compare it with the paper.',
  token_not_kept: () =>
    'This computer has no safe place for the sign-in, so the till asks for it at each start. Settings may offer to keep it all the same.',
  file_not_written: ({ file }) =>
    `The file could not be written: ${file}. Check the folder and the disk.`,
  picture_unusable: ({ reason }) => unusablePictures[reason],
  print_failed: ({ detail }) =>
    `Printing did not work (${detail}). Check the printer, then print again.`,
  no_printer: () => 'No printer is set up on this computer.',
  ...enLockErrors,
  ...enPrintingErrors,
  unexpected: ({ id }) =>
    `Something went wrong. Finished sales are saved. The log has the details under ${id}.`,
};
