import { later } from '../kernel/later.tsx';
import { PickerPlace } from './picker-place.tsx';

/** A picker of one day or instant. */
export const LazyPicker = later(() => import('./point-picker.tsx'), PickerPlace);
