import { describe, expect, it } from 'vitest';
import { readSource, readSources, type Source } from './source-texts.testing.ts';

const sources = readSources(['contract/src', 'server/src', 'web/src']);

const LOCALES = 'web/src/locales/';

/** Sentences that the design fixes for what is still to come. */
const LATER = [
  // Comes with the passes of pieces.
  'contract/src/production/order-refusals.ts: orderRefusals order.produce.overLimit',
];

/** A Chinese letter or mark. */
const CHINESE = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;

/** What is Chinese and no text of the interface. */
const NO_TEXTS: Readonly<Record<string, readonly string[]>> = {
  // Each language is offered under its own name.
  'web/src/controls/language-segments.tsx': ['中文'],
  'web/src/profile/preferences-tab.tsx': ['中文'],
  'web/src/shell/top-bar.tsx': ['中文'],
  // What people type or paste in the place of the Latin marks.
  'web/src/kinds/choices.tsx': ['，', '、'],
  'web/src/kinds/clock.tsx': ['：'],
  // Brackets around the sentence of the server.
  'web/src/kernel/call-errors.ts': ['（', '）'],
  // Where the Chinese letters begin.
  'web/src/entity/letter-width.ts': ['⺀'],
  'web/src/entity/list-filters.ts': ['⺀'],
};

describe('every text', () => {
  it('is said somewhere', () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.flatMap(({ texts }) => [...texts.values()].flat()).length).toBeGreaterThan(1500);
    expect(unusedTexts(sources)).toEqual(LATER);
  });

  it('is taken by its key, so that one that nobody says shows', () => {
    const catalogues = sources.filter(({ file }) => file.startsWith(LOCALES));
    expect(
      catalogues.flatMap((source) =>
        [...source.texts.keys()]
          .filter((name) => usesOf(sources, source, name).some(({ of }) => of === 'whole'))
          .map((name) => `${source.file}: ${name}`),
      ),
    ).toEqual([]);
  });

  it('of the interface stands in both languages beside the others, not in a component', () => {
    expect(sources.flatMap(literalsOf)).toEqual([]);
  });
});

describe('this guard', () => {
  const declared = readSource(
    'web/src/locales/x.ts',
    "export const xText = { kept: { zh: '留', en: 'Kept' }, dead: { zh: '废', en: 'Dead' }, deadNote: { zh: '注', en: 'Note' } } as const;",
  );
  const unused = (code: string) =>
    unusedTexts([
      declared,
      readSource('web/src/a.tsx', `import { xText as text } from './locales/x.ts';\n${code}`),
    ]).map((one) => one.split(' ').at(-1));

  it('sees a text that nobody says, and what an index may mean', () => {
    expect(unused('// text.dead\nsay(text.kept);')).toEqual(['dead', 'deadNote']);
    expect(unused("say(text.kept, text['dead'], text.deadNote.zh);")).toEqual([]);
    expect(unused("type Name = 'kept' | 'dead'; say(text[name]);")).toEqual(['deadNote']);
    expect(unused('say(text[`${name}Note`]);')).toEqual(['kept', 'dead']);
    expect(unused('say(other.dead, { dead: 1 });')).toEqual(['kept', 'dead', 'deadNote']);
  });

  it('sees Chinese between tags, in attributes, strings and templates, not in comments', () => {
    const found = (code: string) => literalsOf(readSource('web/src/a.tsx', code)).length;
    expect(found('const a = <b>保存</b>;')).toBe(1);
    expect(found('const a = <b title="保存" />;')).toBe(1);
    expect(found("const a = { zh: '保存', en: 'Save' };")).toBe(1);
    expect(found('const a = `${n} 条`;')).toBe(1);
    expect(found("const a = ['，'];")).toBe(1);
    expect(found('/** 保存 */\nconst a = 1; // 保存')).toBe(0);
  });
});

function literalsOf({ file, words }: Source): string[] {
  if (!file.startsWith('web/src/') || file.startsWith(LOCALES)) return [];
  return [...words]
    .map((word) => word.trim())
    .filter((word) => CHINESE.test(word) && !NO_TEXTS[file]?.includes(word))
    .map((word) => `${file}: ${word}`);
}

function unusedTexts(all: readonly Source[]): string[] {
  return all.flatMap((source) =>
    [...source.texts].flatMap(([name, keys]) => {
      const taken = takenOf(all, source, name);
      return keys.filter((key) => !taken(key)).map((key) => `${source.file}: ${name} ${key}`);
    }),
  );
}

/**
 * Which keys of some texts are taken. `text[name]` may mean each key that its file says, or a file from which that one
 * takes something; a dotted key travels as a word (`new SheetRefusal('sheet.kind')`).
 */
function takenOf(all: readonly Source[], home: Source, name: string): (key: string) => boolean {
  const uses = usesOf(all, home, name);
  // Outside the catalogue of the interface a table is the words of values, which come from data.
  const isCatalogue = home.file.startsWith(LOCALES);
  if (uses.some(({ of, key }) => of === 'whole' || (!isCatalogue && of === 'any' && !key)))
    return () => true;
  const named = new Set(uses.map(({ key }) => key));
  const patterns = uses.map(({ key }) => key).filter((key) => key instanceof RegExp);
  const near = uses
    .filter(({ of, key }) => of === 'any' && !key)
    .flatMap(({ source }) => [
      source,
      ...all.filter(({ file }) => [...source.imports.values()].some((one) => one.file === file)),
    ]);
  return (key) =>
    named.has(key) ||
    patterns.some((pattern) => pattern.test(key)) ||
    near.some(({ words }) => words.has(key)) ||
    (key.includes('.') && all.some((one) => one !== home && one.words.has(key)));
}

function usesOf(all: readonly Source[], home: Source, name: string) {
  return all.flatMap((source) => {
    const isMeant = (used: string) => {
      const known = source.imports.get(used);
      if (source === home) return used === name && !known;
      return known?.file === home.file && known.name === name;
    };
    return source.uses.filter((use) => isMeant(use.name)).map((use) => ({ ...use, source }));
  });
}
