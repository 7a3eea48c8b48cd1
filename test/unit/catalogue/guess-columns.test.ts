// Tests what columns are guessed to hold, for lists as other systems export them and by the values.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../../src-main/catalogue/guess-columns.ts';
import type { ColumnField } from '../../../src-main/contract/catalogue.ts';

type Rows = readonly (readonly string[])[];

/** Each line is the name of a column, its values, and what it should be taken for. */
type Layout = readonly (readonly [string, readonly string[], ColumnField | null])[];

const layouts: Readonly<Record<string, Layout>> = {
  'a till that names stores, in English': [
    ['Handle', ['cafe-moido', 'cha-preto', 'bolo'], null],
    ['SKU', ['10001', '10002', '10003'], 'code'],
    ['Name', ['Café moído', 'Chá preto', 'Bolo de mel'], 'description'],
    ['Category', ['Bebidas', 'Bebidas', 'Doces'], 'group'],
    ['Description', ['', 'Folhas inteiras', ''], null],
    ['Sold by weight', ['N', 'N', 'Y'], 'soldBy'],
    ['Option 1 name', ['', '', ''], null],
    ['Option 1 value', ['', '', ''], 'variant'],
    ['Default price', ['4.90', '3.20', '11.50'], 'unitPrice'],
    ['Cost', ['2.10', '1.00', '5.00'], null],
    ['Barcode', ['5601000000017', '5601000000024', ''], 'barcodes'],
    ['Track stock', ['Y', 'Y', 'N'], null],
    ['In stock [Loja]', ['12', '3', ''], null],
    ['Tax - "IVA" (23%)', ['N', 'Y', 'N'], null],
  ],
  'a table whose name stands behind each column': [
    ['CODART', ['0001', '0002', '0003'], 'code'],
    ['DESART', ['TORNILLO 3x20', 'MARTILLO', 'PINTURA BLANCA'], 'description'],
    ['FAMART', ['FER', 'FER', 'PIN'], 'group'],
    ['EANART', ['8412345000011', '8412345000028', '8412345000035'], 'barcodes'],
    ['PCOART', ['0.05', '4.10', '9.00'], null],
    ['PVPART', ['0.12', '9.95', '19.95'], 'unitPrice'],
    ['IVAART', ['21', '21', '21'], 'vatLabel'],
    ['STOCK', ['1000', '4', '7'], null],
  ],
  'a table whose name stands before each column': [
    ['Artikelnummer', ['T-100', 'T-101', 'B-200'], 'code'],
    ['Artikelname', ['Tasse weiß', 'Tasse blau', 'Notizbuch'], 'description'],
    ['Artikelgruppe', ['Haushalt', 'Haushalt', 'Papier'], 'group'],
    ['Artikelpreis', ['12.90', '12.90', '7.50'], 'unitPrice'],
    ['Artikelfarbe', ['', 'rot', ''], 'colour'],
  ],
  'the same in Portuguese': [
    ['REF', ['1', '2', '3'], 'code'],
    ['Nome', ['Pão', 'Queijo', 'T-shirt'], 'description'],
    ['Vendido por peso', ['N', 'Y', 'N'], 'soldBy'],
    ['Nome da opção 1', ['', '', 'Tamanho'], null],
    ['Valor da opção 1', ['', '', 'S'], 'variant'],
    ['Custo', ['0.40', '9.00', '3.00'], null],
    ['Código de barras', ['', '', ''], 'barcodes'],
    ['REF do item incluído', ['', '', ''], null],
    ['Quantidade do item incluído', ['', '', ''], null],
    ['Disponível para venda [Loja]', ['Y', 'Y', 'Y'], 'active'],
    ['Preço [Loja]', ['1.10', '14.90', '12.00'], 'unitPrice'],
    ['Em stock [Loja]', ['12', '3.2', '4'], null],
    ['Imposto - "IVA" (23%)', ['N', 'N', 'Y'], null],
  ],
  'the same in Spanish': [
    ['REF', ['500', '501', '502'], 'code'],
    ['Nombre', ['Manzana', 'Pan de centeno', 'Aceitunas'], 'description'],
    ['Categoría', ['Fruta', 'Pan', 'Conservas'], 'group'],
    ['Descripción', ['', '', 'Aceitunas verdes con hueso, en salmuera'], null],
    ['Vendido por peso', ['Y', 'N', 'Y'], 'soldBy'],
    ['Coste', ['0.00', '0.90', '2.00'], null],
    ['Precio [Tienda Norte]', ['2.95', '1.80', '6.40'], 'unitPrice'],
    ['Código de barras', ['', '8410000000014', ''], 'barcodes'],
  ],
  'a till with technical keys': [
    ['id', uuids(3), null],
    ['handle', ['lanterna', 'pilha', 'corda'], null],
    ['sku', ['L-10', 'L-11', 'C-7'], 'code'],
    ['name', ['Lanterna', 'Pilha AA', 'Corda 10 m'], 'description'],
    ['variant_option_one_value', ['', '', 'Azul'], 'variant'],
    ['product_category', ['Campo', 'Campo', 'Campo'], 'group'],
    ['supply_price', ['3.10', '0.20', '4.00'], null],
    ['retail_price', ['7.50', '0.75', '9.90'], 'unitPrice'],
    ['tax_name', ['Normal', 'Normal', 'Normal'], 'vatLabel'],
    ['brand_name', ['Ursa', 'Ursa', 'Nó'], null],
    ['active', ['1', '1', '1'], 'active'],
  ],
  'a shop plugin with an offer price': [
    ['ID', ['31', '32', '33', '34'], null],
    ['Type', ['simple', 'simple', 'variable', 'variation'], null],
    ['SKU', ['JARRO', 'TACHO', 'PRATO', 'PRATO-A'], 'code'],
    ['GTIN, UPC, EAN, or ISBN', ['', '', '', ''], 'barcodes'],
    ['Name', ['Jarro', 'Tacho', 'Prato', 'Prato azul'], 'description'],
    ['Published', ['1', '1', '1', '1'], 'active'],
    ['Short description', ['', 'Barro da serra', '', ''], null],
    ['Tax status', ['taxable', 'taxable', 'taxable', 'taxable'], null],
    ['Stock', ['5', '', '', '2'], null],
    ['Weight (kg)', ['1.20', '2.00', '', '0.60'], null],
    ['Sale price', ['', '9.90', '', ''], null],
    ['Regular price', ['14.50', '12.00', '', '6.00'], 'unitPrice'],
    ['Categories', ['Barro', 'Barro', 'Mesa', 'Mesa'], 'group'],
    ['Images', ['https://x.example/a.jpg', '', '', ''], null],
  ],
  'a business suite': [
    ['External ID', ['__export__.p_1', '__export__.p_2', '__export__.p_3'], null],
    ['Name', ['Cadeira', 'Mesa', 'Candeeiro'], 'description'],
    ['Internal Reference', ['CAD-1', 'MES-1', 'CAN-4'], 'code'],
    ['Barcode', ['', '5601000000031', ''], 'barcodes'],
    ['Sales Price', ['45.0', '120.0', '39.9'], 'unitPrice'],
    ['Cost', ['20.0', '70.0', '15.0'], null],
    ['Quantity On Hand', ['3.0', '1.0', '0.0'], null],
    ['Unit of Measure', ['Units', 'Units', 'Units'], 'unit'],
    ['Product Category', ['All / Casa', 'All / Casa', 'All / Luz'], 'group'],
  ],
  'a web shop with options': [
    ['Handle', ['meia', 'meia', 'luva'], null],
    ['Title', ['Meia de lã', '', 'Luva'], 'description'],
    ['Body (HTML)', ['<p>Quente</p>', '', '<p>Macia</p>'], null],
    ['Vendor', ['Tear', 'Tear', 'Tear'], null],
    ['Option1 Name', ['Tamanho', '', 'Cor'], null],
    ['Option1 Value', ['36', '39', 'Preta'], 'variant'],
    ['Variant SKU', ['ML36', 'ML39', 'LP'], 'code'],
    ['Variant Grams', ['80', '90', '60'], null],
    ['Variant Inventory Qty', ['4', '2', '9'], null],
    ['Variant Price', ['8.00', '8.50', '5.00'], 'unitPrice'],
    ['Variant Compare At Price', ['9.00', '', '6.00'], null],
    ['Variant Taxable', ['TRUE', 'TRUE', 'TRUE'], null],
    ['Variant Barcode', ['5601000000048', '', ''], 'barcodes'],
    ['Image Src', ['a.jpg', '', 'c.jpg'], null],
    ['Cost per item', ['3.00', '3.20', '2.00'], null],
  ],
  'a payment terminal': [
    [
      'Token',
      ['QX7RB3LMN5TY2KWVAHJ4PZDC', 'B7NDW2XQ4LKMV9RTYHZ3CJFP', 'K3HZV8QWN5XRT2MLDJ7YBCFG'],
      null,
    ],
    ['Item Name', ['Corte', 'Lavagem', 'Corte e barba'], 'description'],
    ['Variation Name', ['Regular', 'Regular', 'Regular'], 'variant'],
    ['SKU', ['S1', 'S2', 'S3'], 'code'],
    ['Description', ['', '', ''], null],
    ['Category', ['Salão', 'Salão', 'Salão'], 'group'],
    ['Price', ['12.00', '6.50', '18.00'], 'unitPrice'],
    ['Current Quantity Loja', ['', '', ''], null],
    ['Tax - IVA (23%)', ['Y', 'Y', 'Y'], null],
  ],
  'a French web shop': [
    ['Product ID', ['1', '2', '3', '4'], null],
    ['Actif (0/1)', ['1', '1', '0', '1'], 'active'],
    ['Nom', ['Miel de lavande', 'Savon', 'Pain d’épices', 'Bougie'], 'description'],
    ['Catégories (x,y,z…)', ['Miel', 'Bain', 'Miel', 'Maison'], 'group'],
    ['Prix TTC', ['8,50', '4,00', '6,75', '12,00'], 'unitPrice'],
    ['Prix HT', ['8,06', '3,33', '6,40', '10,00'], null],
    ['Prix d’achat', ['4,00', '1,50', '3,00', '5,00'], null],
    ['Référence', ['MIEL1', 'SAV2', 'PAIN3', 'BOU4'], 'code'],
    ['EAN13', ['', '3760000000017', '', ''], 'barcodes'],
    ['Quantité', ['10', '4', '7', '2'], null],
    ['TVA', ['5,5', '20', '5,5', '20'], 'vatLabel'],
  ],
  'a Portuguese till': [
    ['Código', ['1', '2', '3', '4'], 'code'],
    ['Designação', ['Bica', 'Galão', 'Torrada', 'Água 33 cl'], 'description'],
    ['Família', ['Cafetaria', 'Cafetaria', 'Cafetaria', 'Bebidas'], 'group'],
    ['Sub-família', ['', '', '', ''], null],
    ['P. Custo', ['0,15', '0,30', '0,40', '0,20'], null],
    ['PVP1', ['0,80', '1,40', '1,90', '1,00'], 'unitPrice'],
    ['PVP2', ['0,90', '1,60', '2,10', '1,20'], null],
    ['Taxa IVA', ['13', '13', '13', '23'], 'vatLabel'],
    ['Un.', ['UN', 'UN', 'UN', 'UN'], 'unit'],
    ['Stock mínimo', ['0', '0', '0', '24'], null],
  ],
  'a Portuguese invoicing program': [
    ['Referência', ['SRV-1', 'ART-2', 'ART-3'], 'code'],
    ['Nome', ['Reparação', 'Filtro de óleo', 'Óleo 5W30'], 'description'],
    ['Tipo', ['Serviço', 'Produto', 'Produto'], null],
    ['Preço s/ IVA', ['20,00', '6,50', '24,39'], null],
    ['Preço c/ IVA', ['24,60', '8,00', '30,00'], 'unitPrice'],
    ['IVA', ['NOR', 'NOR', 'NOR'], 'vatLabel'],
    ['Unidade', ['h', 'un', 'l'], 'unit'],
    ['EAN', ['', '4000000000012', '4000000000029'], 'barcodes'],
  ],
  'a list of what goods cost the shop': [
    ['Código', ['A1', 'A2', 'A3'], 'code'],
    ['Nome', ['Vela', 'Caixa', 'Saco'], 'description'],
    ['PUC', ['1,25', '2,30', '0,40'], null],
    ['PMP', ['1,20', '2,25', '0,41'], null],
    ['PVD', ['1,50', '2,80', '0,60'], null],
  ],
  'a German list': [
    ['Artikel-Nr.', ['4711', '4712', '5000'], 'code'],
    ['Bezeichnung', ['Kerze rot', 'Kerze weiß', 'Streichhölzer'], 'description'],
    ['Warengruppe', ['Kerzen', 'Kerzen', 'Zubehör'], 'group'],
    ['EK netto', ['1,20', '1,20', '0,30'], null],
    ['VK brutto', ['3,50', '3,50', '0,99'], 'unitPrice'],
    ['MwSt.', ['19', '19', '19'], 'vatLabel'],
    ['Bestand', ['40', '12', '200'], null],
    ['Strichcode', ['4000000000036', '', ''], 'barcodes'],
  ],
  'a Portuguese service that calls the code a name': [
    ['Nome', ['REF-001', 'REF-002', 'REF-003'], 'code'],
    ['Descrição', ['Consulta', 'Plano alimentar', 'Livro de receitas'], 'description'],
    ['Preço unitário', ['40.00', '75.00', '14.15'], 'unitPrice'],
    ['Unidade', ['hour', 'unit', 'unit'], 'unit'],
    ['Imposto', ['IVA23', 'IVA23', 'IVA6'], 'vatLabel'],
    ['Valor do imposto', ['23.0', '23.0', '6.0'], null],
  ],
  'a Portuguese suite with an article for its code': [
    ['Artigo', ['1', '2', '30'], 'code'],
    ['Descricao', ['VINHO TINTO 75CL', 'AZEITE 5L', 'QUEIJO DA SERRA'], 'description'],
    ['CodBarras', ['5601000000017', '5601000000024', '2600030000005'], 'barcodes'],
    ['Familia', ['VIN', 'AZE', 'QUE'], 'group'],
    ['UnidadeVenda', ['UN', 'UN', 'KG'], 'unit'],
    ['PCMedio', ['4,2150', '28,0000', '14,0000'], null],
    ['PVP1', ['8,90', '44,90', '24,50'], 'unitPrice'],
    ['PVP1IvaIncluido', ['1', '1', '1'], null],
    ['PVP2', ['8,50', '43,00', '24,00'], null],
    ['STKActual', ['144', '12', '8,350'], null],
  ],
  'another Portuguese suite, with the names of its tables': [
    ['ref', ['A0001', 'A0002', 'A0003'], 'code'],
    ['design', ['Parafuso M6x20', 'Porca M6', 'Berbequim'], 'description'],
    ['familia', ['PAR', 'PAR', 'FER'], null],
    ['faminome', ['Parafusaria', 'Parafusaria', 'Ferramentas'], 'group'],
    ['epv1', ['0.120000', '0.080000', '89.900000'], 'unitPrice'],
    ['ivaincl', ['T', 'T', 'T'], null],
    ['tabiva', ['2', '2', '2'], null],
    ['epcusto', ['0.040000', '0.020000', '52.000000'], null],
    ['stock', ['1200.0000', '3400.0000', '4.0000'], null],
    ['codigo', ['5601000000011', '', '5601000000028'], 'barcodes'],
  ],
  'a business suite by its fields': [
    ['id', ['__export__.product_11', '__export__.product_12', '__export__.product_13'], null],
    ['default_code', ['MES-01', 'CAD-02', 'TEC-07'], 'code'],
    ['name', ['Mesa', 'Cadeira', 'Tecido a metro'], 'description'],
    ['list_price', ['89.0', '45.5', '12.9'], 'unitPrice'],
    ['standard_price', ['41.5', '20.25', '6.0'], null],
    ['categ_id/name', ['Móveis', 'Móveis', 'Tecidos'], 'group'],
    ['uom_id/name', ['Unidade(s)', 'Unidade(s)', 'm'], 'unit'],
  ],
  'an application whose variants have values': [
    ['UUID', [...uuids(2), ''], null],
    ['Name', ['Brinco', 'Anel', ''], 'description'],
    ['Variant', ['', '', ''], 'variant'],
    ['Option (1)', ['', 'Tamanho', 'Tamanho'], null],
    ['Value (1)', ['', '14', '16'], 'variant'],
    ['Price', ['24,90', '49,90', '54,90'], 'unitPrice'],
    ['SKU', ['BR1', 'AN14', 'AN16'], 'code'],
  ],
  'a till in English': [
    ['Item #', ['5501', '5502', '5503'], 'code'],
    ['Item Description', ['Sofa, 3 seat', 'Armchair', 'Side table'], 'description'],
    ['Cost', ['£610.00', '£210.00', '£35.00'], null],
    ['Price', ['£1,250.00', '£399.99', '£79.95'], 'unitPrice'],
    ['On Hand', ['2', '5', '9'], null],
    ['Bin', ['1', '2', '3'], null],
  ],
  'an Italian till': [
    ['Cod. Art.', ['PA01', 'PA02', 'PA03'], 'code'],
    ['Descrizione articolo', ['Pasta 500 g', 'Olio 1 l', 'Prosciutto'], 'description'],
    ['U.M.', ['PZ', 'PZ', 'KG'], 'unit'],
    ['Listino 1 (IVA escl.)', ['0,95', '9,61', '27,18'], null],
    ['Listino 1 (IVA incl.)', ['0,99', '10,00', '29,90'], 'unitPrice'],
    ['Cod. a barre', ['8000000000019', '8000000000026', ''], 'barcodes'],
  ],
  'a market place': [
    ['TITLE', ['Anel de prata', 'Brincos'], 'description'],
    ['DESCRIPTION', ['Feito à mão. Prata 925.', 'Leves'], null],
    ['PRICE', ['35.00', '18.50'], 'unitPrice'],
    ['CURRENCY_CODE', ['EUR', 'EUR'], null],
    ['QUANTITY', ['4', '9'], null],
    ['Item number', ['110000000001', '110000000002'], null],
    ['Custom label (SKU)', ['AN1', 'BR1'], 'code'],
  ],
  'a till with the keys of its tables': [
    ['Id', ['81', '82', '83'], 'code'],
    ['Name', ['Flat white', 'Tea', 'Crisps'], 'description'],
    ['CostPrice', ['0.40', '0.20', '0.35'], null],
    ['SalePrice', ['2.80', '1.90', '1.00'], 'unitPrice'],
    ['EatOutPrice', ['2.90', '1.90', '1.00'], null],
    ['CategoryId', ['12', '12', '13'], null],
    ['TaxGroupId', ['3', '3', '3'], null],
    ['ButtonColourId', ['5', '5', '2'], null],
    ['SortPosition', ['1', '2', '3'], null],
  ],
  'clothes in sizes and colours': [
    ['Ref', ['CAM1', 'CAM2', 'CAM3', 'CAL1'], 'code'],
    ['Designação', ['Camisa', 'Camisa', 'Camisa', 'Calça'], 'description'],
    ['Tamanho', ['S', 'M', 'L', '38'], 'variant'],
    ['Cor', ['Branca', 'Branca', 'Preta', 'Azul'], 'variant'],
    ['PVP', ['25,00', '25,00', '25,00', '39,90'], 'unitPrice'],
  ],
  'a list of a stock': [
    ['Ref', ['A1', 'A2', 'A3'], 'code'],
    ['Designação', ['Cimento', 'Areia', 'Tijolo'], 'description'],
    ['Existência', ['12', '100', '800'], null],
    ['Valor', ['45,60', '150,00', '200,00'], null],
    ['PCM', ['3,80', '1,50', '0,25'], null],
  ],
  'a German list of receipts': [
    ['Beleg-Nr.', ['1001', '1002', '1003'], null],
    ['Artikel', ['Brötchen', 'Brezel', 'Laugenstange'], 'description'],
    ['Einzelpreis', ['0,45', '0,90', '0,80'], 'unitPrice'],
  ],
  'prices without and with VAT that no name tells apart': [
    ['Código', ['L1', 'L2', 'V1'], 'code'],
    ['Produto', ['Lâmpada', 'Livro', 'Vinho'], 'description'],
    ['Preço Venda', ['3,25', '9,43', '4,42'], null],
    ['IVA', ['23', '6', '13'], 'vatLabel'],
    ['Preço Final', ['4,00', '10,00', '4,99'], 'unitPrice'],
  ],
  books: [
    ['ISBN', ['9789720000019', '9789720000026'], 'code'],
    ['Título', ['Os Maias', 'Mensagem'], 'description'],
    ['Autor', ['Eça de Queirós', 'Fernando Pessoa'], null],
    ['Editora', ['Porto', 'Assírio'], null],
    ['PVP', ['12,50', '9,90'], 'unitPrice'],
  ],
  'services by their length': [
    ['Serviço', ['Massagem', 'Massagem', 'Corte', 'Corte'], 'description'],
    ['Duração', ['30 min', '60 min', '30 min', '45 min'], 'variant'],
    ['IVA', ['Normal', 'Intermédia', 'Isento', 'Reduzida'], 'vatLabel'],
    ['Preço', ['20,00', '35,00', '15,00', '18,00'], 'unitPrice'],
    ['Ref', ['M30', 'M60', 'C30', 'C45'], 'code'],
  ],
  'packets with their contents': [
    ['Ref', ['A1', 'A2', 'A3'], 'code'],
    ['Produto', ['Arroz', 'Massa', 'Café'], 'description'],
    ['Conteúdo', ['1 kg', '500 g', '250 g'], null],
    ['PVP', ['1,29', '0,99', '3,49'], 'unitPrice'],
  ],
  'small prices at the counter and on the terrace': [
    ['Código', ['1', '2', '3'], 'code'],
    ['Nome', ['Bica', 'Italiana', 'Pingo'], 'description'],
    ['PVP1', ['0,75', '0,80', '0,85'], 'unitPrice'],
    ['PVP2', ['0,85', '0,90', '0,95'], null],
    ['IVA', ['13', '13', '13'], 'vatLabel'],
  ],
  'prices by the case and by the piece': [
    ['Ref', ['A', 'B', 'C'], 'code'],
    ['Descrição curta', ['Água', 'Sumo', 'Leite'], 'description'],
    ['Descrição longa', ['Água de nascente', 'Sumo de laranja', 'Leite dos Açores'], null],
    ['Preço caixa', ['3,60', '9,60', '5,10'], null],
    ['Preço unidade', ['0,60', '0,80', '0,85'], 'unitPrice'],
  ],
  'prices for several kinds of customers': [
    ['Código', ['7', '8', '9'], 'code'],
    ['Produto', ['Camisola', 'Calças', 'Meias'], 'description'],
    ['Preço funcionário', ['20,93', '27,93', '3,43'], null],
    ['Preço grosso', ['19,90', '26,90', '2,90'], null],
    ['Preço online', ['27,90', '37,90', '4,50'], null],
    ['Preço retalho', ['29,90', '39,90', '4,90'], 'unitPrice'],
  ],
  'an Italian list made by hand': [
    ['Reparto', ['2', '2', '3'], 'group'],
    ['Codice articolo', ['71', '72', '80'], 'code'],
    ['Descrizione', ['Farina tipo 0', 'Pasta corta', 'Olio'], 'description'],
    [
      'Ingredienti e conservazione',
      ['grano tenero, in luogo asciutto', 'semola di grano duro', 'olive'],
      null,
    ],
    ['Prezzo IVA inclusa', ['1,2', '0,95', '7'], 'unitPrice'],
    ['Q.tà', ['20', '35', '6'], null],
  ],
  'a bar with a price for each place': [
    ['Id', ['1', '2', '3'], 'code'],
    ['Nombre', ['Caña', 'Café solo', 'Vermut'], 'description'],
    ['IVA', ['General', 'Reducido', 'General'], 'vatLabel'],
    ['Precio Principal - Barra', ['1.50', '1.30', '2.50'], 'unitPrice'],
    ['Precio Principal - Terraza', ['1.80', '1.50', '2.80'], null],
    ['Precio Coste', ['0.40', '0.20', '0.80'], null],
    ['Código Barras', ['', '', ''], 'barcodes'],
    ['Activo', ['Sí', 'Sí', 'No'], 'active'],
  ],
  'prices whose tax says that it is not in them': [
    ['Artikelcode', ['1001', '1002', '1003'], 'code'],
    ['Omschrijving', ['Fietsbel', 'Zadel', 'Slot'], 'description'],
    ['Verkoopprijs', ['8,22', '24,75', '14,02'], null],
    ['BTW-omschrijving', ['BTW hoog, exclusief', 'BTW hoog, exclusief', 'Geen'], null],
    ['Geblokkeerd', ['Nee', 'Nee', 'Nee'], 'inactive'],
  ],
  'a German programme': [
    ['Artikelnummer', ['4711', '4712', '4713'], 'code'],
    ['Bezeichnung', ['Schraube', 'Hammer', 'Säge'], 'description'],
    ['Listenpreis', ['0,12', '12,90', '19,90'], 'unitPrice'],
    ['Kalkulationspreis', ['0,04', '6,00', '9,00'], null],
    ['Inaktiv', ['0', '0', '1'], 'inactive'],
  ],
  'a table with lists for programs in its cells': [
    ['id', ['1', '2', '3'], 'code'],
    ['name', ['Mug', 'Plate', 'Jar'], 'description'],
    ['price', ['9.50', '4.50', '3.20'], 'unitPrice'],
    ['variants', ['[{"sku":"M-1"}]', '[]', '{"sku":"J"}'], null],
  ],
  'kinds that say nothing beside groups': [
    ['Artigo', ['A01', 'A02', 'A03'], 'code'],
    ['Descrição', ['Sumo', 'Água', 'Broa'], 'description'],
    ['Tipo Artigo', ['Mercadoria', 'Mercadoria', 'Mercadoria'], null],
    ['Família', ['BEB', 'BEB', 'PAD'], 'group'],
    ['PVP1', ['1,50', '0,80', '2,20'], 'unitPrice'],
    ['IVA', ['0', '6', 'Isento (Art. 9.º)'], 'vatLabel'],
  ],
};

/** A second price, an old one and what stock is worth are no price of a shop's. */
const otherPrices: readonly (readonly [string, string])[] = [
  ['Preço ao público', 'PVP2'],
  ['Prix de vente', 'Prix 2 TTC'],
  ['Precio venta', 'Tarifa 2'],
  ['Ladenpreis', 'VK 2'],
  ['PVP', 'PVP2 c/ IVA'],
  ['RRP', 'Was price'],
  ['RRP', 'Retail value'],
  ['Venda', 'PVP anterior'],
  ['Verkauf brutto', 'VK2'],
  ['Prix conseillé TTC', 'Prix 2 TTC'],
  ['PVP ao público', 'PVP anterior'],
];

test.each(otherPrices)('%s is the price, and %s is not', (price, other) => {
  const columns = table(
    codes,
    names,
    [other, ['1.20', '2.05', '7.10'], null],
    [price, ['1.50', '2.75', '9.99'], 'unitPrice'],
  );
  expect(columns).toEqual(['code', 'description', null, 'unitPrice']);
});

function uuids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `7f3c2a10-01aa-4c55-9d00-00000000000${at}`);
}

const rowsOf = (layout: Layout): Rows =>
  (layout[0]?.[1] ?? []).map((_, row) => layout.map(([, values]) => values[row] ?? ''));
const guessed = (layout: Layout) =>
  guessColumns(
    layout.map(([name]) => name),
    rowsOf(layout),
    layout.length,
  );
const byName = (layout: Layout, fields: readonly (ColumnField | null)[]) =>
  Object.fromEntries(layout.map(([name], at) => [name, fields[at] ?? null]));

describe.each(Object.entries(layouts))('of %s', (_, layout) => {
  test('each column is guessed', () => {
    const expected = layout.map(([, , field]) => field);
    expect(byName(layout, guessed(layout))).toEqual(byName(layout, expected));
  });

  test('the order of the columns changes nothing', () => {
    const expected = byName(layout, guessed(layout));
    fc.assert(
      fc.property(fc.shuffledSubarray([...layout], { minLength: layout.length }), (shuffled) => {
        expect(byName(shuffled, guessed(shuffled))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

/** Each field with values that prove it, whatever the column is called. */
const proven: Layout = [
  ['Código', ['A100', 'A101', 'B7', 'B8', 'C-20'], 'code'],
  [
    'Designação',
    ['Arroz agulha', 'Massa', 'Sal fino', 'Azeite', 'Vinagre de vinho'],
    'description',
  ],
  ['EAN', ['5601000000017', '5601000000024', '', '5601000000031', '5601000000048'], 'barcodes'],
  ['PVP', ['1,29', '0,99', '0,45', '7,50', '1,05'], 'unitPrice'],
  ['Unidade', ['kg', 'un', 'kg', 'l', 'l'], 'unit'],
  ['Custo', ['0,80', '0,50', '0,20', '5,00', '0,40'], null],
  ['Stock', ['3', '4', '10', '', '6'], null],
];

test('a column whose name says nothing is still what its values prove', () => {
  const renamed = proven.slice(0, 5).map((_, at) => at);
  fc.assert(
    fc.property(
      fc.subarray(renamed),
      fc.uniqueArray(fc.stringMatching(/^q[bcdfgjkvwxz]{3,6}$/), { minLength: 5, maxLength: 5 }),
      (which, nonsense) => {
        const layout = proven.map((column, at): Layout[number] =>
          which.includes(at) ? [nonsense[at] ?? '', column[1], column[2]] : column,
        );
        expect(guessed(layout)).toEqual(layout.map(([, , field]) => field));
      },
    ),
  );
});

const table = (...columns: Layout) => guessed(columns);
const codes: Layout[number] = ['Código', ['A1', 'A2', 'A3'], 'code'];
const names: Layout[number] = ['Nome', ['Arroz', 'Massa', 'Sal'], 'description'];

test.each<[string, Layout[number]]>([
  ['a trade price', ['Trade price', ['1.10', '2.20', '3.30'], null]],
  ['what stock is worth', ['Gesamtwert', ['1.10', '2.20', '3.30'], null]],
  ['a margin', ['Rohertrag', ['1.10', '2.20', '3.30'], null]],
  ['a cost', ['Coste', ['1.10', '2.20', '3.30'], null]],
  ['a flag', ['Price', ['1', '0', '1'], null]],
  ['yes and no', ['Price', ['Y', 'N', 'Y'], null]],
  ['an amount of cents', ['price_cents', ['120', '250', '99'], null]],
  ['a count with decimals that nobody names', ['xyz', ['1,000', '2,000', '3,000'], null]],
  ['rates of VAT that nobody names', ['xyz', ['6,00', '23,00', '6,00'], null]],
  ['a measure', ['fat_100g', ['12.50', '0.40', '15.20'], null]],
  ['whole numbers with an unknown name', ['Level', ['4', '10', '2'], null]],
  ['one number that is always the same', ['xyz', ['5.00', '5.00', '5.00'], null]],
  ['words', ['Preço', ['caro', 'barato', 'caro'], null]],
])('%s is no price, and none is guessed', (_, column) => {
  expect(table(codes, names, column)).toEqual(['code', 'description', null]);
});

test.each(['Importe', 'Montant', 'Valore', 'Valor'])('beside a count %s is no price', (name) => {
  const column: Layout[number] = [name, ['11.00', '24.40', '9.90'], null];
  expect(table(codes, names, ['Stock', ['10', '20', '3'], null], column)).not.toContain(
    'unitPrice',
  );
});

test('of two columns of amounts with unknown names neither is guessed to be the price', () => {
  const [one, other] = [
    ['1.50', '2.75', '9.99'],
    ['1.20', '2.05', '7.10'],
  ];
  expect(table(codes, names, ['p1', one, null], ['p2', other, null])).not.toContain('unitPrice');
});

test('where the column that is named as the price holds none, no other is guessed', () => {
  const price: Layout[number] = ['Preço', ['s/ preço', 'sob consulta', 'n/d'], null];
  const other: Layout[number] = ['xyz', ['1,50', '2,75', '9,99'], null];
  expect(table(codes, names, price, other)).not.toContain('unitPrice');
  const empty: Layout[number] = ['Preço', ['', '', ''], null];
  expect(table(codes, names, empty, other)[3]).toBe('unitPrice');
});

test('prices are left open where a column says that they are without tax', () => {
  const price: Layout[number] = ['PVP1', ['8,90', '4,75', '24,50'], null];
  const isWith = (...values: readonly string[]): Layout[number] => [
    'PVP1IvaIncluido',
    values,
    null,
  ];
  expect(table(codes, names, price, isWith('1', '1', '1'))[2]).toBe('unitPrice');
  expect(table(codes, names, price, isWith('0', '0', '0'))[2]).toBeNull();
  expect(table(codes, names, price, isWith('T', 'F', 'F'))[2]).toBeNull();
});

test('counts and costs that nobody names are no codes', () => {
  const counts: Layout[number] = ['Em prateleira', ['2', '5', '9'], null];
  const costs: Layout[number] = ['PCM', ['4,2150', '2,1000', '28,0000'], null];
  expect(table(counts, costs, names)).not.toContain('code');
  // A list without names of columns has codes as short.
  expect(
    guessColumns(
      null,
      [
        ['2', 'Arroz', '1,50'],
        ['5', 'Massa', '0,99'],
      ],
      3,
    ),
  ).toEqual([...['code', 'description', 'unitPrice']]);
});

test('a colour is that of a key where the names tell the products apart', () => {
  const colours: Layout[number] = ['Cor', ['Bege', 'Azul', 'Antracite'], 'colour'];
  const sizes: Layout[number] = ['Tamanho', ['S', 'M', 'L'], null];
  expect(table(codes, names, colours, sizes)).toEqual(['code', 'description', 'colour', null]);
});

test('of two columns of texts with unknown names neither is guessed to be the name', () => {
  const regions: Layout[number] = ['Região', ['Douro', 'Alentejo', 'Bairrada'], null];
  const wines: Layout[number] = ['Vinho', ['Quinta Velha', 'Monte Alto', 'Casa Nova'], null];
  expect(table(codes, regions, wines)).toEqual(['code', null, null]);
  expect(table(codes, regions)).toEqual(['code', 'description']);
  const rows = [0, 1, 2].map((row) => [codes, regions, wines].map(([, each]) => each[row] ?? ''));
  expect(guessColumns(null, rows, 3)).toContain('description');
});

test('a product number is a code before a technical key', () => {
  const id: Layout[number] = ['id', ['aa11', 'aa12', 'aa13'], null];
  expect(table(id, ['product_number', ['SW1', 'SW2', 'SW3'], 'code'], names)[1]).toBe('code');
});

test('short capitals beside names are codes, and other words are not', () => {
  const prices: Layout[number] = ['P.V.P.', ['1,50', '2,50', '4,00'], 'unitPrice'];
  const texts: Layout[number] = ['Descrição', ['Copo alto', 'Prato raso', 'Taça'], null];
  const articles: Layout[number] = ['Artigo', ['COP', 'PRA-R', 'TAC'], null];
  expect(table(articles, texts, prices)).toEqual(['code', 'description', 'unitPrice']);
  const words: Layout[number] = ['Artigo', ['Copo', 'Prato', 'Taça'], null];
  expect(table(words, texts, prices)).not.toContain('code');
});

test.each([
  ['Tipo', ['Peso', 'Peso', 'Unidade'], 'soldBy'],
  ['Type', ['simple', 'variable', 'simple'], null],
  ['Tipo', ['S', 'S', 'P'], null],
  ['Waage', ['Ja', 'Nein', 'Ja'], 'soldBy'],
  ['Balance', ['12.50', '0.00', '3.20'], null],
] as const)('a column %s of %j is %s', (name, values, field) => {
  expect(table(codes, names, [name, values, field])[2]).toBe(field);
});

test('numbers alone are no names of products', () => {
  const discount: Layout[number] = ['Desc.', ['0', '5', '10'], null];
  expect(table(codes, discount)).toEqual(['code', null]);
});

test('of two columns with one name and equal values the first is read', () => {
  const one: Layout[number] = ['PVP', ['1,50', '2,50', '3,50'], 'unitPrice'];
  const other: Layout[number] = ['PVP', ['1,40', '2,40', '3,40'], null];
  const others: Layout[number] = ['Nome', ['Rice', 'Pasta', 'Salt'], null];
  expect(table(codes, names, one, other, others)).toEqual([
    ...['code', 'description', 'unitPrice', null, null],
  ]);
});

test('a technical key is the code only where there is no other', () => {
  const id: Layout[number] = ['id', uuids(3), 'code'];
  expect(table(id, names)).toEqual(['code', 'description']);
  expect(table(id, codes, names)).toEqual([null, 'code', 'description']);
});

test.each([
  ['20% VAT, 5% VAT, Zero', 'TaxRateName'],
  ['IVA 21% (Bienes), IVA 10% (Bienes), Exento', 'Impuestos'],
  ['8.1%, 2.6%, 2.6%', 'MwSt.'],
  ['voll, ermäßigt, voll', 'MwSt'],
  ['20% (VAT on Income), Zero Rated Income, 20% (VAT on Income)', 'SalesTaxRate'],
  ['Taux réduit, Taux normal, Taux réduit', 'TVA'],
])('%s in a column named %s are rates of VAT', (values, name) => {
  expect(table(codes, names, [name, values.split(', '), 'vatLabel'])[2]).toBe('vatLabel');
});

test.each([
  ['Y, N, Y', 'Imposto'],
  ['4, 10, 35', 'IVA'],
  ['6, 23, 6', 'Nível'],
])('%s in a column named %s are no rates of VAT', (values, name) => {
  expect(table(codes, names, [name, values.split(', '), null])[2]).toBeNull();
});

test('a column of long texts or marked-up ones is no name beside a shorter one', () => {
  const long = 'Um texto comprido que descreve o artigo e a forma de o usar em casa. '.repeat(2);
  const texts: Layout[number] = ['Descrição', [long, `${long}2`, `${long}3`], null];
  expect(table(codes, names, texts)).toEqual(['code', 'description', null]);
});

test('a price whose decimals a comma has moved into the next column is left open', () => {
  const whole: Layout[number] = ['Preço', ['2', '1', '13'], null];
  const rates: Layout[number] = ['IVA', ['80', '30', '5'], null];
  const movedColumn: Layout[number] = ['', ['23', '23', '6'], null];
  expect(table(codes, names, whole, rates, movedColumn)).not.toContain('unitPrice');
  const rest: Layout[number] = ['', ['80', '30', '5'], null];
  expect(table(codes, names, whole, rest)).not.toContain('unitPrice');
  const free: Layout[number] = ['Preço', ['0', '1', '1'], null];
  expect(table(codes, names, free, rest)).not.toContain('unitPrice');
  const rows = [0, 1, 2].map((row) =>
    [codes, names, whole, rest].map(([, each]) => each[row] ?? ''),
  );
  expect(guessColumns(null, rows, 4)).not.toContain('unitPrice');
  // Without a cell too many, or with decimals anywhere, whole prices are prices.
  expect(table(codes, names, whole, rates)[2]).toBe('unitPrice');
  expect(table(codes, names, whole, rest, ['Custo', ['0.5', '1', '2'], null])[2]).toBe('unitPrice');
});

test('a second price is none, also where all of the first are round', () => {
  const first: Layout[number] = ['PVP1', ['10', '25', '5'], 'unitPrice'];
  const second: Layout[number] = ['PVP2', ['9,50', '23,75', '4,80'], null];
  expect(table(codes, names, first, second)).toEqual([
    ...['code', 'description', 'unitPrice', null],
  ]);
  const limit: Layout[number] = ['Preço mínimo', ['9,50', '23,75', '4,80'], null];
  expect(table(codes, names, limit, ['PVP', first[1], null])[3]).toBe('unitPrice');
  // A list that nobody uses has no prices.
  const unused: Layout[number] = ['PVP1', ['0,00', '0,00', '0,00'], null];
  expect(table(codes, names, unused, second)[3]).toBe('unitPrice');
});

test('of two tables side by side one is read', () => {
  const others: Layout = [
    ['Código', ['K1', 'K2', 'K3'], null],
    ['Nome', ['Vinagre de vinho', 'Azeite virgem', 'Mostarda'], null],
    ['Preço', ['1,99', '6,49', '2,75'], null],
  ];
  const prices: Layout[number] = ['Preço', ['1,00', '2,00', '3,00'], 'unitPrice'];
  expect(table(codes, names, prices, ...others)).toEqual([
    ...['code', 'description', 'unitPrice', null, null, null],
  ]);
});

test('days are no barcodes, whatever their digits', () => {
  const days: Layout[number] = ['Changed', ['2026-01-01', '2026-01-01', '2026-01-01'], null];
  expect(table(codes, names, days)[2]).toBeNull();
});

test('what a variant is called is no name where the product has one', () => {
  const own: Layout[number] = ['Product Title', ['Tee', 'Tee', 'Mug'], 'description'];
  const variant: Layout[number] = ['Variant Title', ['Small', 'Large', 'Default Title'], 'variant'];
  expect(table(codes, own, variant)).toEqual(['code', 'description', 'variant']);
});

test('a column of ones that says that prices are with tax is no price', () => {
  const price: Layout[number] = ['PVP1', ['8,99', '3,49', '0,89'], 'unitPrice'];
  const isWith: Layout[number] = ['PVP1IvaIncluido', ['1', '1', '1'], null];
  expect(table(codes, names, price, isWith)).toEqual([
    ...['code', 'description', 'unitPrice', null],
  ]);
  const others: Layout = [
    ['PVP2', ['7,31', '2,84', '0,72'], null],
    ['PVP2IvaIncluido', ['0', '0', '0'], null],
  ];
  expect(table(codes, names, price, isWith, ...others)[2]).toBe('unitPrice');
  // An amount is a price, also if it is always the same.
  const all: Layout[number] = ['Preço (IVA incluído)', ['1,00', '1,00', '1,00'], 'unitPrice'];
  expect(table(codes, names, all)[2]).toBe('unitPrice');
});

test('sizes are no units, and colours tell apart what has one name, in any language', () => {
  const prices: Layout[number] = ['Preis', ['59,90', '59,90', '64,90'], 'unitPrice'];
  const sizes: Layout[number] = ['Größe', ['M', 'M', 'L'], 'variant'];
  const colours: Layout[number] = ['Farbe', ['Rot', 'Blau', 'Rot'], 'variant'];
  const own: Layout[number] = ['Bezeichnung', ['Pulli', 'Pulli', 'Pulli'], 'description'];
  expect(table(codes, own, colours, sizes, prices)).toEqual([
    ...['code', 'description', 'variant', 'variant', 'unitPrice'],
  ]);
  expect(table(codes, names, sizes, prices)).toEqual(['code', 'description', null, 'unitPrice']);
  // What has one colour for each name says the colour of its key.
  const ofKeys: Layout[number] = ['Cor', ['Azul', 'Azul', 'Azul'], 'colour'];
  expect(table(codes, own, ofKeys)).toEqual(['code', 'description', 'colour']);
});

test('variants that share a reference are known by their barcodes, if each has one', () => {
  const references: Layout[number] = ['Réf.', ['ROB', 'ROB', 'PUL'], null];
  const own: Layout[number] = ['Nom', ['Robe', 'Robe', 'Pull'], 'description'];
  const sizes: Layout[number] = ['Taille', ['36', '38', 'M'], 'variant'];
  const barcodes = (...values: readonly string[]): Layout[number] => ['EAN', values, null];
  const each = barcodes('3012345678907', '3012345678914', '3012345678921');
  expect(table(references, own, sizes, each)[3]).toBe('code');
  const some = barcodes('3012345678907', '', '3012345678921');
  expect(table(references, own, sizes, some).slice(0, 1)).toEqual(['code']);
});

test.each(['P.V.P. + IVA', 'Precio total', 'Total'])(
  'a price to which a column named %s adds the VAT is without it',
  (name) => {
    const net: Layout[number] = ['P.V.P.', ['10,00', '4,00', '2,50'], null];
    const rates: Layout[number] = ['IVA', ['21', '21', '10'], 'vatLabel'];
    const gross: Layout[number] = [name, ['12,10', '4,84', '2,75'], null];
    expect(table(codes, names, net, rates, gross)).not.toContain('unitPrice');
    const other: Layout[number] = [name, ['20,00', '8,00', '7,50'], null];
    expect(table(codes, names, net, rates, other)[2]).toBe('unitPrice');
  },
);

test('prices that only the VAT makes whole cents are without it', () => {
  const rates: Layout[number] = ['Tax', ['IVA23', 'IVA23', 'IVA13'], 'vatLabel'];
  const prices = (...values: readonly string[]): Layout[number] => ['Unit price', values, null];
  const open = ['code', 'description', 'vatLabel', null];
  expect(table(codes, names, rates, prices('0.5691', '0.9756', '2.2124'))).toEqual(open);
  expect(table(codes, names, rates, prices('8.121951', '24.382114', '4.424779'))).toEqual(open);
  // Cents, other fractions of cents, and too few to prove it.
  const others = [
    ['0.57', '0.98', '2.21'],
    ['0.5650', '0.9710', '2.2050'],
    ['0.5691', '0.9756', '2.2100'],
  ];
  for (const values of others) {
    expect(table(codes, names, rates, prices(...values))[3], values.join()).toBe('unitPrice');
  }
});

test.each(['Preço/Kg (€)', 'Prix au kilo', 'Price per litre', 'Grundpreis'])(
  '%s is the price only where there is no other',
  (name) => {
    const measure: Layout[number] = [name, ['2,98', '10,95', '11,93'], null];
    const piece: Layout[number] = ['Preço/Un. (€)', ['1,49', '2,19', '1,79'], 'unitPrice'];
    expect(table(codes, names, measure, piece).slice(2)).toEqual([null, 'unitPrice']);
    expect(table(codes, names, measure)[2]).toBe('unitPrice');
  },
);
