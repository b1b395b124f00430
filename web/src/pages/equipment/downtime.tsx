export { default } from '../../equipment/downtime-page.tsx';
