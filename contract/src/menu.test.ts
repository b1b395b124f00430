import { describe, expect, it } from 'vitest';
import { expectBoth, repeated } from './catalogue.testing.ts';
import {
  allEntries,
  allTags,
  entryOf,
  menu,
  menuGroups,
  menuRows,
  openingTag,
  pathOf,
} from './menu.ts';
import { actionWords, ownWords } from './menu/action-words.ts';
import { looseTags } from './menu/loose-tags.ts';

const entries = allEntries();
const pages = entries.filter((entry) => entry.type !== 'D');

describe('menu', () => {
  it('has unique names, paths, components and tags', () => {
    expect(repeated(entries.map((entry) => entry.name))).toEqual([]);
    expect(repeated(entries.map((entry) => entry.path))).toEqual([]);
    expect(repeated(pages.map((entry) => entry.component))).toEqual([]);
    expect(repeated(menuRows.map((row) => row.key))).toEqual([]);
    expect(repeated(menuRows.flatMap((row) => row.perms ?? []))).toEqual([]);
  });

  it('has route names in PascalCase and tags of three parts', () => {
    for (const entry of entries) expect(entry.name).toMatch(/^[A-Z][A-Za-z]+$/);
    for (const tag of allTags()) expect(tag).toMatch(/^[a-z]+:[a-zA-Z]+:[a-zA-Z]+$/);
  });

  it('titles every row in both languages', () => {
    for (const row of menuRows) expectBoth(row.title, row.key);
    for (const group of Object.values(menuGroups)) expectBoth(group, 'group');
  });

  it('has a word for every action and no word that nobody needs', () => {
    const actions = new Set(allTags().map((tag) => tag.split(':')[2]));
    expect(Object.keys(actionWords).filter((action) => !actions.has(action))).toEqual([]);
    expect(Object.keys(ownWords).filter((tag) => !allTags().includes(tag))).toEqual([]);
  });

  it('gives every page a component that follows from its path, one spelling excepted', () => {
    const odd = pages.filter(
      (entry) => entry.path.slice(1).replace(/\/:.*$/, '') !== entry.component,
    );
    expect(odd.map((entry) => entry.component)).toEqual(['projectUser/taskTitleDetail']);
  });

  it('lets every hidden page highlight a page with a list', () => {
    for (const entry of entries.filter((candidate) => candidate.type === 'H')) {
      expect(openingTag(entry), entry.path).toMatch(/:list$/);
      expect(entry.tag).toBeUndefined();
    }
  });

  it('puts tags without a page under a page of the tree', () => {
    for (const tags of looseTags) expect(entryOf(tags.under).actions).toContain('list');
  });

  it('marks as ready the directories that hold a ready page', () => {
    for (const entry of entries.filter((candidate) => candidate.type === 'D')) {
      expect(entry.ready, entry.path).toBe(
        allEntries(entry.children).some((child) => child.type !== 'D' && child.ready),
      );
    }
  });

  it('collapses only directories with a single visible page', () => {
    const collapsing = menu.filter((entry) => entry.type === 'D' && !entry.alwaysShow);
    expect(collapsing.map((entry) => entry.path)).toContain('/alarm');
    for (const entry of collapsing)
      expect(entry.children.filter((child) => !child.hidden)).toHaveLength(1);
  });

  it('writes addresses with their parameters encoded', () => {
    expect(pathOf('home')).toBe('/home');
    expect(pathOf('dict/type/data', { dictId: 7 })).toBe('/dict/type/data/7');
    expect(pathOf('edition/manage', { applyName: 'MES PDA', id: '3' })).toBe(
      '/edition/manage/MES%20PDA/3',
    );
    expect(() => pathOf('dict/type/data')).toThrow('dictId');
    expect(() => pathOf('no/such')).toThrow('no/such');
  });
});

describe('areas that the specification names', () => {
  const below = (path: string) =>
    allEntries(entries.find((entry) => entry.path === path && entry.type === 'D')?.children);
  /** The pages that exist. */
  const titles = (path: string) =>
    below(path).flatMap(({ title, ready }) => (ready ? [title.en] : []));

  it('S16 the personal center exists', () => {
    expect(entryOf('home').title).toEqual({ zh: '首页', en: 'Home' });
    expect(entryOf('user/profile').title).toEqual({ zh: '个人中心', en: 'Personal center' });
  });

  it('S8 equipment details', () => {
    expect(titles('/equipment')).toEqual(expect.arrayContaining(['Robots', 'Machine tools']));
  });

  it('S12 S15 base configuration and alarm config', () => {
    expect(titles('/baseConfig')).toEqual(
      expect.arrayContaining([
        'Orders',
        'Production lines',
        'Equipment list',
        'Products',
        'Procedures',
        'Stations',
        'Sites',
      ]),
    );
    expect(titles('/alarm')).toEqual(['Alarm config']);
  });

  it('S13 S14 logs and system', () => {
    expect(titles('/log')).toEqual([
      'Operate log',
      'Equipment state log',
      'Login log',
      'Communication log',
      'MOM log',
      'DNC log',
      'Alarm log',
    ]);
    expect(titles('/system')).toEqual(
      expect.arrayContaining([
        'Users',
        'Roles',
        'Menus',
        'Dictionaries',
        'Instructions',
        'Kanban refresh',
      ]),
    );
  });

  it.each([
    [
      '/production',
      'Orders, Production plan, Product trace, Workpiece traceability, Packing records, Inventory, Incoming material',
    ],
    ['/inspection', 'Test records, Charts, Spot-check, Flaw detection, Dynamic balance'],
    ['/maintenance', 'Maintenance ledger, Maintenance records'],
    ['/tool', 'Tool groups, Tool data'],
    ['/project', 'Projects'],
    ['/projectUser', 'My tasks, Task log'],
    ['/projectteam', 'Project collaboration, Demands'],
    ['/productProject', 'Components'],
    ['/edition', 'Applications, Terminals, Version management'],
    ['/projectQuality', 'Quality management'],
    ['/performances', 'Performance reports, Monthly performance'],
  ])('holds the pages of %s, some of which come later', (path, named) => {
    expect(below(path).map(({ title }) => title.en)).toEqual(
      expect.arrayContaining(named.split(', ')),
    );
  });

  it.each([
    ['project/task', '/project/task/:orderCode/:shortName/:machine'],
    ['projectUser/taskDetail', '/projectUser/taskDetail/:id/:type'],
    ['projectUser/taskTitleDetail', '/projectuser/taskTitleDetail/:id'],
    ['projectUserQuality/qualityDetail', '/projectUserQuality/qualityDetail/:id/:type'],
    [
      'projectQuality/qualityManageTaskTitleDetail',
      '/projectQuality/qualityManageTaskTitleDetail/:id',
    ],
    ['designProject/designTask', '/designProject/designTask/:orderCode/:shortName/:machine'],
    [
      'researchProject/researchTask',
      '/researchProject/researchTask/:orderCode/:shortName/:machine',
    ],
    ['productProject/productTask', '/productProject/productTask/:orderCode/:anotherName'],
    ['component/management', '/component/management/:orderCode/:shortName/:machine'],
    ['edition/manage', '/edition/manage/:applyName/:id'],
    ['dict/type/data', '/dict/type/data/:dictId(\\d+)'],
    ['projectteam/demandDetail', '/projectteam/demandDetail/:id(\\d+)'],
    ['performances/performanceReportDetail', '/performances/performanceReportDetail/:id'],
    [
      'performanceMonth/performanceReportMonthDetail',
      '/performanceMonth/performanceReportMonthDetail/:director/:monthYear/:directorName/:workScore',
    ],
    [
      'performanceQualityMonth/performanceQualityReportMonthDetail',
      '/performanceQualityMonth/performanceQualityReportMonthDetail/:director/:directorName/:monthYear/:fatalCount/:severeCount/:generalCount/:minorCount',
    ],
    ['taskNode/node', '/taskNode/node/:orderCode/:shortName/:machine/:id'],
    ['taskNode/projectAuthorization', '/taskNode/projectAuthorization'],
    ['baseConfig/regularInspection', '/baseConfig/regularInspection'],
    ['tool/toolMsg', '/tool/toolMsg'],
  ])('spells the path of %s', (component, path) => {
    expect(entryOf(component).path).toBe(path);
  });

  it('home is a fixed tab, task nodes highlight the collaboration', () => {
    expect(entryOf('home').affix).toBe(true);
    expect(entryOf('taskNode/node').activeMenu).toBe(entryOf('projectteam/collaboration').path);
  });
});
