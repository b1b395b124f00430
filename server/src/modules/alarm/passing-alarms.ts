import type { Services } from '../../kernel/services.ts';
import { tellDue } from './alarm-notices.ts';

/** Tells every 3 s what has become due of alarms, until the function it returns is called; any number of processes may. */
export function keepTelling(services: Services): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    services
      .asSystem((trx) => tellDue(trx))
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
