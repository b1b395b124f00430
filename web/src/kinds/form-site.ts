import { createContext, use } from 'react';

/** The site of the row that a form is about; absent while none is chosen, or where rows belong to the company. */
export const FormSiteContext = createContext<string | undefined>(undefined);

/** The site to whose rows a reference in the form may point. */
export function useFormSite(): string | undefined {
  return use(FormSiteContext);
}
