// The five lists: what each shows, filtered, searched, ordered, counted and paged in SQL
// (service-api, Endpoints, Documents).
import type { Session } from './accounts.ts';
import type { PracticeDatabase } from './database.ts';
import { documentSummary } from './present.ts';
import { documentTypes } from './reference.ts';
import type { NatureGroup } from './reference.ts';
import type { ListRequest } from './requests.ts';
import { selectDocuments } from './stored-documents.ts';
import type { DocumentRow } from './stored-documents.ts';
import { prepared } from './prepared.ts';

/** The groups that have a list of their own; `/documents/` shows exactly these. */
export type ListedGroup = Exclude<NatureGroup, 'purchases'>;

export const listedGroups: readonly ListedGroup[] = [
  'sales',
  'sales_guides',
  'stocks',
  'working_documents',
];

/** A term of this length or longer is also looked for in the descriptions of the lines. */
const shortestDescriptionTerm = 3;

/**
 * Returns one page (service-api, Page of results). `address` is the full address of the list
 * without its query, and `query` the requested one: the links to neighbouring pages keep every
 * other parameter.
 */
export function listDocuments(
  db: PracticeDatabase,
  session: Session,
  groups: readonly ListedGroup[],
  request: ListRequest,
  link: { readonly address: string; readonly query: URLSearchParams },
): object {
  const { where, parameters } = condition(session, groups, request);
  const { limit, offset } = request;
  const count =
    prepared<[typeof parameters], number>(db, `SELECT count(*) FROM documents d WHERE ${where}`)
      .pluck()
      .get(parameters) ?? 0;
  const rows = prepared<[typeof parameters], DocumentRow>(
    db,
    `${selectDocuments} WHERE ${where} ORDER BY ${orderBy(request.ordering)}
       LIMIT :limit OFFSET :offset`,
  ).all({ ...parameters, limit, offset });
  const pageAt = (start: number): string => {
    const query = new URLSearchParams(link.query);
    query.set('limit', String(limit));
    query.set('offset', String(start));
    return `${link.address}?${query.toString()}`;
  };
  return {
    limit,
    offset,
    count,
    next: offset + limit < count ? pageAt(offset + limit) : null,
    previous: offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
    results: rows.map(documentSummary),
  };
}

function condition(
  session: Session,
  groups: readonly ListedGroup[],
  request: ListRequest,
): { where: string; parameters: Record<string, string | number> } {
  const shownGroups: readonly NatureGroup[] = groups.filter(
    (group) => group !== 'stocks' || session.mayUseStocks,
  );
  const natures = documentTypes
    .filter((type) => shownGroups.includes(type.group))
    .map((type) => type.natureId)
    .filter((nature) => (request.document_nature ?? nature) === nature);
  const terms = ['d.company_id = :companyId', `d.nature_id IN (${natures.join(', ')})`];
  const parameters: Record<string, string | number> = { companyId: session.companyId };
  if (request.document_status !== undefined) {
    terms.push('d.status_id = :status');
    parameters.status = request.document_status;
  }
  if (request.search !== '') {
    const column =
      Array.from(request.search).length >= shortestDescriptionTerm
        ? 'heading_and_lines'
        : 'heading';
    terms.push(
      `d.id IN (SELECT document_id FROM document_search WHERE instr(${column}, :search) > 0)`,
    );
    parameters.search = request.search.toLowerCase();
  }
  return { where: terms.join(' AND '), parameters };
}

/** Orders equal values by their ids, so that pages neither repeat nor skip a document. */
function orderBy(ordering: ListRequest['ordering']): string {
  const direction = ordering.startsWith('-') ? 'DESC' : 'ASC';
  const field = ordering.replace(/^-/, '');
  return `d.${field} ${direction}${field === 'id' ? '' : `, d.id ${direction}`}`;
}
