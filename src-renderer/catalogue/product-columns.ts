// The columns of the list of products, beside code and name.
export type ProductColumn = 'group' | 'barcode' | 'unit' | 'source' | 'price';
