import './period.css';

/** Keeps the place of a box or picker free until its code has come. */
export function PickerPlace() {
  return <span className="picker-place" />;
}
