// The party of a document: found by the requested id or tax number, or made from the latter.
import type { PracticeDatabase } from './database.ts';
import { finalConsumer, partyClasses } from './reference.ts';
import type { DocumentType } from './reference.ts';
import { missingField, unknownRecord } from './requests.ts';
import type { CreateRequest, FieldError } from './requests.ts';
import { prepared } from './prepared.ts';

/** Checks the party. A stock document has none, so what the request says of one is ignored. */
export function partyErrors(
  db: PracticeDatabase,
  companyId: number,
  type: DocumentType,
  request: CreateRequest,
): FieldError[] {
  if (type.group === 'stocks') return [];
  const { party_id: partyId, party_fiscal_number: fiscalNumber } = request;
  if (partyId === undefined) {
    return fiscalNumber === undefined && type.group === 'purchases'
      ? [missingField('party_id', 'A purchase names its supplier.')]
      : [];
  }
  const party = prepared<[number, number, number], { fiscal_number: string }>(
    db,
    'SELECT fiscal_number FROM parties WHERE id = ? AND company_id = ? AND class = ?',
  ).get(partyId, companyId, partyClassOf(type, request));
  if (party === undefined) return [unknownRecord('party_id')];
  if (fiscalNumber !== undefined && fiscalNumber !== party.fiscal_number) {
    return [
      {
        message: 'The party named by party_id has another tax number.',
        code: 'mismatch',
        field: 'party_fiscal_number',
      },
    ];
  }
  return [];
}

/** Returns the class that the request names, or else the one of the nature. */
const partyClassOf = (type: DocumentType, request: CreateRequest): number =>
  request.party_class ??
  (type.group === 'purchases' ? partyClasses.supplier : partyClasses.customer);

/** Finds the party, or creates the one that a new tax number stands for. */
export function partyIdFor(
  db: PracticeDatabase,
  companyId: number,
  type: DocumentType,
  request: CreateRequest,
): number {
  if (request.party_id !== undefined) return request.party_id;
  const fiscalNumber = request.party_fiscal_number ?? finalConsumer.fiscalNumber;
  const partyClass = partyClassOf(type, request);
  const name = partyClass === partyClasses.supplier ? 'Fornecedor' : 'Cliente';
  prepared(
    db,
    `INSERT INTO parties (company_id, class, code, name, fiscal_number)
     SELECT :companyId, :partyClass, coalesce(max(code), 0) + 1, :name, :fiscalNumber
     FROM parties WHERE company_id = :companyId AND class = :partyClass
     ON CONFLICT (company_id, class, fiscal_number) DO NOTHING`,
  ).run({ companyId, partyClass, name: `${name} ${fiscalNumber}`, fiscalNumber });
  const party = prepared<[number, number, string], { id: number }>(
    db,
    'SELECT id FROM parties WHERE company_id = ? AND class = ? AND fiscal_number = ?',
  ).get(companyId, partyClass, fiscalNumber);
  if (party === undefined) throw new Error('A party was written, but is not there.');
  return party.id;
}
