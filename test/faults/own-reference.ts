// Returns the reference of a till's own in what a document bears as `our_reference`: a return has
// its original's key behind it.
export const ownReference = (ourReference: string): string => ourReference.split(' ')[0] ?? '';
