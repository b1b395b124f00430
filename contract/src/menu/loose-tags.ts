/** Tags of functions that have no page of their own. */
export interface LooseTags {
  /** `area:entity`. */
  readonly tag: string;
  readonly actions: readonly string[];
  /** Component of the page under which they stand in the permission tree. */
  readonly under: string;
}

// oxfmt-ignore
export const looseTags: readonly LooseTags[] = [
  loose('projectUser/myTask', 'task:task', 'query add edit remove assign batch import export copy print review accept delay handover log'),
  loose('projectteam/collaboration', 'project:node', 'list query add edit remove export import submit confirm skip reopen baseline'),
  loose('application/applicationList', 'edition:edition', 'list query add edit remove export upload test release pause withdraw download'),
  loose('baseConfig/site', 'system:depart', 'show'),
];

/** Tags that every role holds and nobody ticks; `home:data:list` besides, which stands on its page. */
export const everyRoleTags: readonly string[] = [
  'system:lock:screen',
  'commons:lines:query',
  'commons:orders:query',
  'commons:dict:query',
];

function loose(under: string, tag: string, actions: string): LooseTags {
  return { under, tag, actions: actions.split(' ') };
}
