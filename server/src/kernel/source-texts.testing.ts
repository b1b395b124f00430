import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT_FOLDER } from './config.ts';

/** A source file as far as texts go. */
export interface Source {
  /** Its place in the repository: `web/src/entity/toolbar.tsx`. */
  readonly file: string;
  /** Constants that hold texts by key, `entityText` or `signInRefusals`, with their keys. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** What it knows of other files: the name here → file and name there. */
  readonly imports: ReadonlyMap<string, Imported>;
  /** What it takes of each name: a key, `any` key (`text[key]`), or the `whole` object. */
  readonly uses: readonly Use[];
  /** What it says by itself: strings, literal types, templates, texts between tags. */
  readonly words: ReadonlySet<string>;
}

export interface Imported {
  readonly file: string;
  readonly name: string;
}

export interface Use {
  readonly name: string;
  readonly of: 'key' | 'any' | 'whole';
  /** The key, or the pattern of the keys that a template may give. */
  readonly key?: string | RegExp;
}

/** The files of the product below some folders, without tests. */
export function readSources(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT_FOLDER, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing|d)\.tsx?$/.test(name))
      .map((name) => {
        const file = path.posix.join(folder, name.replaceAll(path.sep, '/'));
        return readSource(file, readFileSync(path.join(ROOT_FOLDER, file), 'utf8'));
      }),
  );
}

/** Reads one file; its place decides what its imports mean. */
export function readSource(file: string, code: string): Source {
  const texts = new Map<string, string[]>();
  const imports = new Map<string, Imported>();
  const uses: Use[] = [];
  const words = new Set<string>();
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program as unknown as Node, null, (node, parent) => {
    if (node.type === 'ImportDeclaration') readImport(file, node, imports);
    else if (node.type === 'VariableDeclarator') readTexts(node, texts);
    const said = saidBy(node);
    if (said !== undefined && !/^(Import|Export)/.test(parent?.type ?? '')) words.add(said);
    const use = useOf(node, parent);
    if (use) uses.push(use);
  });
  return { file, texts, imports, uses, words };
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

function visit(node: Node, parent: Node | null, see: (node: Node, parent: Node | null) => void) {
  see(node, parent);
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? (part as unknown[]) : [part])
      if (isNode(child)) visit(child, node, see);
  }
}

function isNode(part: unknown): part is Node {
  return typeof (part as { type?: unknown } | null)?.type === 'string';
}

function readImport(file: string, node: Node, imports: Map<string, Imported>): void {
  const target = String((node['source'] as Node)['value']);
  const own = /^@millwright\/contract\/(.*)$/.exec(target);
  const there = own
    ? `contract/src/${own[1]}.ts`
    : path.posix.join(path.posix.dirname(file), target);
  for (const one of node['specifiers'] as Node[])
    imports.set(nameOf(one['local']), { file: there, name: nameOf(one['imported']) });
}

/** `const x = { key: { zh, en } }`, whatever stands around or behind it, or `defineRefusals({ … })`. */
function readTexts(node: Node, texts: Map<string, string[]>): void {
  const name = nameOf(node['id']);
  let value = node['init'] as Node | null;
  while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression')
    value = value['expression'] as Node;
  const call = value?.type === 'CallExpression' ? value : null;
  const isRefusals = nameOf(call?.['callee']) === 'defineRefusals';
  if (call && isRefusals) value = (call['arguments'] as Node[])[0] ?? null;
  const keys = keysOf(value, isRefusals);
  if (name && keys.length > 0) texts.set(name, keys);
}

function keysOf(value: Node | null, all: boolean): string[] {
  if (value?.type !== 'ObjectExpression') return [];
  const parts = (value['properties'] as Node[]).filter(({ type }) => type === 'Property');
  const isPair = (part: Node) => {
    const inner = part['value'] as Node;
    if (inner.type !== 'ObjectExpression') return false;
    const names = new Set((inner['properties'] as Node[]).map(keyOf));
    return names.has('zh') && names.has('en');
  };
  // A member that is no pair itself, such as the label of a field, is a text beside texts.
  return all || parts.some(isPair) ? parts.map(keyOf) : [];
}

function keyOf(part: Node): string {
  const key = part['key'] as Node | undefined;
  return key ? nameOf(key) || String(key['value']) : '';
}

function nameOf(part: unknown): string {
  const name = (part as Node | undefined)?.['name'];
  return typeof name === 'string' ? name : '';
}

function saidBy(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'TemplateElement')
    return (node['value'] as { cooked: string | null }).cooked ?? '';
  return undefined;
}

function isKey(node: Node, parent: Node | null): boolean {
  return parent?.['key'] === node && parent['computed'] !== true;
}

/** What an identifier takes of the name it refers to; nothing when it refers to none. */
function useOf(node: Node, parent: Node | null): Use | undefined {
  if (node.type === 'MemberExpression') return memberUse(node);
  if (node.type !== 'Identifier' || !parent) return undefined;
  const isNamed =
    (parent.type === 'MemberExpression' && parent['object'] === node) ||
    (isKey(node, parent) && parent['value'] !== node) ||
    (parent.type === 'MemberExpression' && parent['computed'] !== true) ||
    (parent.type === 'VariableDeclarator' && parent['id'] === node) ||
    /^(TS\w+|Import\w+)$/.test(parent.type);
  const isWrapped = /^TS(As|Satisfies|NonNull)Expression$/.test(parent.type);
  return isNamed && !isWrapped ? undefined : { name: nameOf(node), of: 'whole' };
}

function memberUse(node: Node): Use | undefined {
  const name = nameOf(node['object']);
  const index = node['property'] as Node;
  if (!name) return undefined;
  if (node['computed'] !== true) return { name, of: 'key', key: nameOf(index) };
  if (index.type === 'Literal') return { name, of: 'key', key: String(index['value']) };
  if (index.type !== 'TemplateLiteral') return { name, of: 'any' };
  const parts = (index['quasis'] as Node[]).map((part) => saidBy(part) ?? '');
  return { name, of: 'any', key: new RegExp(`^${parts.map(escape).join('.+')}$`) };
}

function escape(part: string): string {
  return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
