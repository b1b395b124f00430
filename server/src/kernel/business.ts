/** Words of the dictionary `business_type`, as routes name them for the operate log. */
export const BUSINESS = {
  add: '1',
  edit: '2',
  remove: '3',
  export: '5',
  import: '6',
  act: '11',
} as const;
