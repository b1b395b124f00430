import { createContext, use } from 'react';
import type { Values } from './form-draft.ts';

export const FormValuesContext = createContext<Values>({});

/** What the form around an input holds so far, for inputs whose choices hang on another field. */
export function useFormValues(): Values {
  return use(FormValuesContext);
}
