import { later } from '../kernel/later.tsx';
import { PickerPlace } from './picker-place.tsx';

/** A switch of a form. */
export const LazySwitch = later(() => import('./switch-box.tsx'), PickerPlace);
