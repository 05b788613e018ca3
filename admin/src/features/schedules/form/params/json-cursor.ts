/** The position of the cursor in JSON text that may be incomplete. */
export interface JsonPlace {
  /** Names and indexes of the value at or before the cursor, outermost first. */
  path: readonly string[];
  /** Whether the name of a member or a value belongs here. */
  role: 'name' | 'value';
  /** The beginning of the string at the cursor. Undefined if the cursor is not in a string. */
  open: string | undefined;
}

interface Frame {
  isObject: boolean;
  name: string;
  index: number;
  wantsName: boolean;
}

export function placeAt(text: string, at: number): JsonPlace {
  const frames: Frame[] = [];
  let open: string | undefined;
  for (let index = 0; index < at; index += 1) {
    const top = frames.at(-1);
    const char = text[index];
    if (char === '{' || char === '[') {
      frames.push({ isObject: char === '{', name: '', index: 0, wantsName: char === '{' });
    } else if (char === '}' || char === ']') frames.pop();
    else if (char === ':' && top) top.wantsName = false;
    else if (char === ',' && top) {
      top.index += 1;
      top.wantsName = top.isObject;
    } else if (char === '"') {
      const end = endOfString(text, index, at);
      const content = text.slice(index + 1, end);
      if (end === at) open = content;
      else if (top?.wantsName) top.name = content;
      index = end;
    }
  }
  const top = frames.at(-1);
  const isName = top?.wantsName ?? false;
  const path = frames.map(({ isObject, name, index }) => (isObject ? name : String(index)));
  return { path: isName ? path.slice(0, -1) : path, role: isName ? 'name' : 'value', open };
}

/** The position of the closing quote, or `at` if it has not been typed. */
function endOfString(text: string, start: number, at: number): number {
  for (let index = start + 1; index < at; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return at;
}
