// An object of an answer, of which nothing is known yet.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the record if it came as a list of it alone: a success may hold "the records found"
 * (service-api, Errors).
 */
export function onlyRecord(body: unknown): unknown {
  const records = isRecord(body) && body.id === undefined ? body.results : body;
  const foundRecords: readonly unknown[] = Array.isArray(records) ? records : [];
  return foundRecords.length === 1 && isRecord(foundRecords[0]) ? foundRecords[0] : body;
}
