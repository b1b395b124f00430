import type { Services } from '../../kernel/services.ts';
import { tellAllDue } from './due-alarms.ts';
import { quietDisabled } from './quiet.ts';

/**
 * Tells every 3 s what has become due of alarms and ends the notices of machines disabled since, until the function it
 * returns is called; any number of processes may.
 */
export function keepTelling(services: Services): () => void {
  let running = false;
  const turn = async () => {
    await services.asSystem((trx) => tellAllDue(trx, services));
    await services.asSystem(quietDisabled);
  };
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    turn()
      .catch((error: unknown) =>
        services.report(error, 'Alarms that are due could not be told; it is tried again.'),
      )
      .finally(() => {
        running = false;
      });
  }, 3000);
  timer.unref();
  return () => clearInterval(timer);
}
