import { later } from '../kernel/later.tsx';
import { PickerPlace } from './picker-place.tsx';

/** A box of one number. */
export const LazyNumber = later(() => import('./number-box.tsx'), PickerPlace);
