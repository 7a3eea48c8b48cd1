import { describe, expect, it } from 'vitest';
import catalogue from '../../../resources/example-catalogue.json' with { type: 'json' };

const { products } = catalogue;

describe('the example catalogue', () => {
  it('has products of every VAT rate and unit, and DIV for what has no code', () => {
    expect(new Set(products.map((product) => product.vatRate))).toEqual(new Set(['6', '13', '23']));
    expect(new Set(products.map((product) => product.unit))).toEqual(new Set(['un', 'kg']));
    expect(products.find((product) => product.code === 'DIV')?.unitPrice).toBe('0.00');
  });

  it('has each code and each barcode once', () => {
    const codes = products.map((product) => product.code);
    const barcodes = products.flatMap((product) => product.barcode ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(barcodes).size).toBe(barcodes.length);
    expect(barcodes.length).toBeGreaterThan(20);
  });

  it('has prices in cents', () => {
    for (const product of products) expect(product.unitPrice).toMatch(/^\d+\.\d{2}$/);
  });

  it('has barcodes with the right check digit', () => {
    for (const barcode of products.flatMap((product) => product.barcode ?? [])) {
      expect(barcode).toMatch(/^\d{13}$/);
      const sum = Array.from(barcode, Number).reduce(
        (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
        0,
      );
      expect(sum % 10, barcode).toBe(0);
    }
  });
});
