/** Finds texts for users in the code of a page. They belong in the catalog of the feature. */
import ts from 'typescript';

/** Props, properties and attributes whose strings are always read by users, even a single word in lower case. */
const READ =
  /^(aria-(label|description|roledescription|placeholder)|alt|title|description|hint|note|placeholder|detail|header|legend|summary|prefix|suffix|message|means|words?|unset|empty|missing|text|verb|[a-z]*([lL]abel|Reason|Text|Hint|Note))$/;

/** A table of phrases by code: `{ AGENT: 'agent' }`. */
const CODE = /^[A-Z][A-Z0-9_]+$/;

/** Functions whose string arguments users read. */
const SAID = /^(counted|reportResult|reportDone|toast|announce)$/;

/** Words that look like texts and are none: names of keys and units, and of what the code itself defines. */
const NAMES =
  /^(Mod-\w+|Arrow(Up|Down|Left|Right)|Enter|Escape|Home|End|Delete|Backspace|Tab|Space|Query|Mutation|Subscription|true|false|null|ms|s|[KMG]iB)$/;

export interface FoundText {
  line: number;
  text: string;
}

/** The texts in the source of a component or a module, in their order. */
export function textsInCode(name: string, source: string): FoundText[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) {
      const text = node.getText().trim().replaceAll(/\s+/g, ' ');
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(node.text);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const parts = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    : [node.text];
  const lettered = parts.filter((part) => /\p{L}/u.test(part));
  // Several lines are an example in GraphQL or for a shell.
  if (lettered.length === 0 || parts.some((part) => part.includes('\n')) || isForCode(node)) return false;
  if (lettered.every((part) => NAMES.test(part.trim()))) return false;
  return isRead(node) || lettered.some((part) => looksLikeText(part, ts.isTemplateExpression(node)));
}

/**
 * A capital letter before small ones, or words between spaces. `flex min-h-6` is a list of classes.
 * @param isPart whether it is a part of a template, such as the `Id` of a name
 */
function looksLikeText(part: string, isPart: boolean): boolean {
  if (!isPart && /^[A-Z][a-z]+($|\W)/.test(part)) return true;
  const isClasses = !/[.,:](\s|$)/.test(part) && /(^|\s)[a-z]+[-:][\w[-]/.test(part);
  return /\s/.test(part) && !isClasses && !part.includes('var(--');
}

/** Comparisons, types, modules, keys and CSS. */
function isForCode(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && /^([!=]==|in)$/.test(parent.operatorToken.getText())) return true;
  if ('name' in parent && parent.name === node) return true;
  if (ts.isCallExpression(parent) && /\.(startsWith|endsWith|includes)$/.test(parent.expression.getText()))
    return true;
  if (
    ts.isLiteralTypeNode(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent)
  )
    return true;
  return isInClasses(node);
}

function isInClasses(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isStatement(at) && !ts.isSourceFile(at); at = at.parent) {
    if (nameOf(at) !== undefined)
      return /^(className|style|left|d|viewBox|transform|gridTemplate\w*|id|key)$/.test(nameOf(at) ?? '');
    if (ts.isCallExpression(at) && at.expression.getText() === 'cn') return true;
  }
  return false;
}

/** Whether the string is what a user reads, by the place where it stands. */
function isRead(node: ts.Node): boolean {
  let at = node.parent;
  while (
    ts.isConditionalExpression(at) ||
    ts.isBinaryExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isTemplateSpan(at) ||
    ts.isTemplateExpression(at) ||
    ts.isArrowFunction(at)
  )
    at = at.parent;
  if (ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent)) return true;
  if (ts.isCallExpression(at)) return SAID.test(at.expression.getText());
  const name = nameOf(ts.isJsxExpression(at) ? at.parent : at);
  if (name === undefined) return false;
  return READ.test(name) || CODE.test(name) || (name === 'name' && /\bcolor:/.test(at.parent.getText()));
}

function nameOf(node: ts.Node): string | undefined {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return undefined;
  return ts.isStringLiteralLike(node.name) ? node.name.text : node.name.getText();
}
