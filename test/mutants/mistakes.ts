// The small mistakes that can be made in a source, each in one place: a bound, a branch, a sign, a
// missing step.
import ts from 'typescript';

export interface Mistake {
  readonly line: number;
  readonly was: string;
  readonly put: string;
  /** The whole source with the mistake. */
  readonly source: string;
}

const operators: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
};

/** Returns what could replace the node; undefined if nothing can. */
function instead(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) return ';';
  if (ts.isIfStatement(node.parent) && node.parent.expression === node) {
    return `!(${node.getText()})`;
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return node.operand.getText();
  }
  return ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node
    ? operators[node.kind]
    : undefined;
}

export function mistakesIn(name: string, source: string): readonly Mistake[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: Mistake[] = [];
  const visit = (node: ts.Node): void => {
    // Types have no effect.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const put = node === file ? undefined : instead(node);
    if (put !== undefined) {
      const [start, end] = [node.getStart(), node.getEnd()];
      found.push({
        line: file.getLineAndCharacterOfPosition(start).line + 1,
        was: source.slice(start, end),
        put,
        source: source.slice(0, start) + put + source.slice(end),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
